import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { openStage, saveTitles, signIn, until } from './service-and-browser.fixture.ts'

test('the link back from an article returns to the position in the list', async (t) => {
  const stage = await openStage(t)
  const titles = Array.from({ length: 24 }, (_, index) => `Entry ${index}`)
  await saveTitles(stage, titles, { content: '<p>Some words to read.</p>' })
  const page = await signIn(stage, { viewport: { width: 390, height: 700 } })
  /** Opens an article from the list. @returns the scroll position of the list at this time */
  const open = async () => {
    await page.goto(stage.base)
    return openArticle()
  }
  const openArticle = async () => {
    // Loading fonts changes the layout, and so the scroll position.
    await page.evaluate('document.fonts.ready.then(() => true)')
    const card = page.locator('.card:nth-child(9) .card-title a')
    await card.evaluate((link) => link.scrollIntoView({ block: 'center' }))
    // A click handler stores the scroll position, because the layout may change until the click.
    await page.evaluate(
      "addEventListener('click', () => sessionStorage.setItem('left-at', scrollY), { capture: true })",
    )
    await card.click()
    await page.waitForSelector('.bar-back')
    return page.evaluate<number>("Number(sessionStorage.getItem('left-at'))")
  }
  const goBack = async (height: number) => {
    assert.ok(height > 700, String(height))
    await page.click('.bar-back')
    const seen: number[] = []
    const isBack = async () => {
      seen.push(await page.evaluate<number>('scrollY'))
      return seen.at(-1) === height
    }
    await until('back', isBack).catch(() => assert.fail(`left at ${height}, came back to ${[...new Set(seen)].join()}`))
    assert.equal(await page.locator('.card').count(), 24)
  }
  await t.test('at the same height', async () => goBack(await open()))
  await t.test('at the same height while scripts of the article are still loading', async () => {
    await page.goto(stage.base)
    const held: Route[] = []
    await page.route('**/reading.js', (route) => void held.push(route))
    const height = await openArticle()
    await until('held scripts', async () => held.length > 0)
    await goBack(height)
    for (const route of held) await route.continue()
    await page.unroute('**/reading.js')
  })
  await t.test('without entries archived in the meantime', async () => {
    await open()
    const title = await page.innerText('h1')
    await page.click('.states-bar button[name=archived]')
    await page.waitForSelector('.states-bar .is-set')
    await page.click('.bar-back')
    await until('one card less', async () => (await page.locator('.card').count()) === 23)
    assert.equal(await page.locator('.card-title', { hasText: new RegExp(`^${title}$`) }).count(), 0)
  })
  await t.test('without entries archived in the meantime, whether the server has answered or not', async () => {
    for (const isHeld of [true, false]) {
      await page.goto(stage.base)
      const titles = await page.locator('.card-title').allInnerTexts()
      const held = Promise.withResolvers<void>()
      await page.route('**/view/*/states', async (route) => {
        if (isHeld) await held.promise
        await route.continue()
      })
      for (const key of ['j', 'Enter']) await page.keyboard.press(key)
      await page.waitForSelector('[data-notes-ready]')
      const answered = page.waitForResponse('**/view/*/states')
      await page.keyboard.press('s')
      await page.keyboard.press('a')
      if (!isHeld) await answered
      // Records each list that the page shows, if only for one frame.
      await page.evaluate(`{
        globalThis.shown = []
        new MutationObserver(() => {
          const first = document.querySelector('.card-title')
          if (first) shown.push(first.innerText)
        }).observe(document.documentElement, { childList: true, subtree: true })
      }`)
      await page.keyboard.press('u')
      await until('the list', () => page.evaluate<boolean>('shown.length > 0'))
      held.resolve()
      await answered
      await until('the next card has the focus', async () => (await page.locator('.card:focus-within').count()) === 1)
      assert.ok(!(await page.evaluate<string[]>('shown')).includes(titles[0]!))
      await page.unroute('**/view/*/states')
    }
  })
  await t.test('with the tags and the star that the user has set in the meantime', async () => {
    await page.goto(stage.base)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await page.waitForSelector('[data-notes-ready]')
    const held = Promise.withResolvers<void>()
    await page.route(/\/view\/\d+\/(?:states|tags)$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.press('s')
    await page.keyboard.press('t')
    await page.waitForSelector('#tag-field:focus')
    await page.keyboard.type('harbour')
    await page.keyboard.press('Enter')
    await until('the tag', async () => (await page.locator('#tags-set', { hasText: 'harbour' }).count()) === 1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('u')
    const card = page.locator('.card').first()
    await card.locator('.tags', { hasText: 'harbour' }).waitFor()
    assert.equal(await card.locator('.star').count(), 1)
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })
  await t.test('with the number of the list in words after a change', async () => {
    await page.goto(stage.base)
    await page.locator('.card button[name=archived]').first().click()
    await until('one entry less', async () => (await page.textContent('.page-head .meta')) === '20 entries')
  })
})
