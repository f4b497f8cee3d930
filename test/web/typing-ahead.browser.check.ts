import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE as WINDOW, saveTitles, signIn, until, untilListed } from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const PHONE = { viewport: WINDOW, hasTouch: true, isMobile: true } as const

for (const delay of DELAYS) {
  test(`typing before a field is there, in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const [, id] = await saveTitles(stage, ['Aster', 'Birch'])
    const page = await signIn(stage)
    const tags = async () => {
      const entry = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<{
        tags: { label: string }[]
      }>()
      return entry.tags.map(({ label }) => label).toSorted()
    }
    await t.test('text typed after t, faster than the field for tags comes, is added to the tags', async () => {
      for (const [typed, expected] of [
        ['sea, old garden', ['old garden', 'sea']],
        ['#a', ['#a', 'old garden', 'sea']],
      ] as const) {
        await page.goto(stage.base)
        for (const key of ['j', 't']) await page.keyboard.press(key)
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
        await until(`the tags ${expected.join()}`, async () => (await tags()).join() === expected.join())
        await page.keyboard.press('Escape')
        await untilListed(page, ['Birch', 'Aster'])
      }
      await page.locator('.card', { hasText: 'Birch' }).locator('[data-action-name=tags]').click()
      await page.waitForSelector('#card-tags [name=tags]:focus')
      await page.keyboard.type('zoo')
      await page.keyboard.press('Enter')
      await until('four tags', async () => (await tags()).join() === '#a,old garden,sea,zoo')
    })
    await t.test('text typed after m, faster than the scripts for keys come, is the note of the sentence', async () => {
      const context = await stage.browser.newContext({ ...PHONE, storageState: await page.context().storageState() })
      const phone = await context.newPage()
      const held = Promise.withResolvers<void>()
      await phone.route(/reading\.js/, async (route) => {
        await held.promise
        await route.continue()
      })
      await phone.goto(`${stage.base}/view/${id}`)
      for (const key of ['j', 'm']) await phone.keyboard.press(key)
      await phone.keyboard.type('no one')
      held.resolve()
      await until('the note', async () => (await phone.locator('#note-box textarea').inputValue()) === 'no one')
      assert.match(phone.url(), /\/view\//)
      await context.close()
    })
    await t.test('the style sheet of the palette is requested together with its script', async () => {
      const context = await stage.browser.newContext({ storageState: await page.context().storageState() })
      const first = await context.newPage()
      const requested = new Set<string>()
      first.on('request', (request) => requested.add(request.url().split('/').at(-1)!))
      // It never comes, so nothing can be requested after it.
      await first.route('**/command-palette.js', () => undefined)
      await first.goto(stage.base)
      await first.keyboard.press('Control+k')
      await until('the sheet', async () => requested.has('command-palette.css'))
      await context.close()
    })
    await t.test('keys, notes and the palette need no further script than their own', async () => {
      for (const [path, script, keys, effect] of [
        [`/view/${id}`, 'reading', ['j', 'h'], '.prose mark'],
        [`/view/${id}`, 'reading', ['j', 'j', 'm'], '#note-box:popover-open'],
        ['/', 'command-palette', ['Control+k'], '#palette input'],
      ] as const) {
        const context = await stage.browser.newContext({ storageState: await page.context().storageState() })
        const first = await context.newPage()
        // All other scripts never come.
        await first.route(/\.js$/, (route) =>
          ['main.js', `${script}.js`].includes(route.request().url().split('/').at(-1)!) ? route.continue() : undefined,
        )
        await first.goto(stage.base + path, { waitUntil: 'domcontentloaded' })
        for (const key of keys) await first.keyboard.press(key)
        await first.waitForSelector(effect)
        await context.close()
      }
    })
    await t.test('a bar shows that a panel is coming while its script is loaded', async () => {
      for (const [keys, script, panel] of [
        [['j', 'c'], 'card-collections-panel', '#card-collections'],
        [['Control+k'], 'command-palette', '#palette'],
      ] as const) {
        const held = Promise.withResolvers<void>()
        const context = await stage.browser.newContext({ storageState: await page.context().storageState() })
        const first = await context.newPage()
        await first.route(`**/${script}.js`, async (route) => {
          await held.promise
          await route.continue()
        })
        await first.goto(stage.base)
        for (const key of keys) await first.keyboard.press(key)
        const bar = first.locator('.turbo-progress-bar')
        await bar.waitFor({ state: 'attached' })
        assert.equal(await first.locator(panel).count(), 0, script)
        held.resolve()
        await first.locator(panel).waitFor()
        await until('the bar is gone', async () => (await bar.count()) === 0)
        await context.close()
      }
    })
    assert.deepEqual(stage.complaints, [])
  })
}
