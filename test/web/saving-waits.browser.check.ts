import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { answering, articlePage, NEWS } from '../support/site.ts'
import { openPage, openStage, signIn, titles, until, untilText, type Stage } from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const ADDRESS = '[name="entry[url]"]'

for (const delay of DELAYS) {
  test(`saves that wait, in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const page = await signIn(stage)
    await saving(t, stage, page)
    await offline(t, stage, page)
    await expired(t, stage)
    await typedMeanwhile(t, stage, page)
    await lines(t, stage, page)
    await asked(t, stage, page)
    await reader(t, stage, page)
    // Without a network, Turbo reports each failed request.
    const complaints = stage.complaints.splice(0)
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('Failed to fetch')),
      [],
    )
  })
}

const hasCard = (page: Page, title: string) =>
  until(`the card ${title}`, async () => (await titles(page)).includes(title))

async function saving(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('the button says that the address is being saved until the server has answered', async () => {
    await page.goto(base)
    const held = Promise.withResolvers<void>()
    await page.route('**/new-entry', async (route) => {
      await held.promise
      await route.continue()
    })
    const button = page.locator('#add-form button')
    await page.fill(ADDRESS, `${app.site.url}/article/slow-1`)
    await page.keyboard.press('Enter')
    await untilText(page, '#add-form button', 'Saving…')
    const [field, label] = await Promise.all([page.locator(ADDRESS), button].map((one) => one.boundingBox()))
    const end = await page.locator(ADDRESS).evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingInlineEnd))
    assert.ok(label!.x >= field!.x + field!.width - end, 'the address does not run under the button')
    held.resolve()
    await hasCard(page, 'Article slow-1')
    await untilText(page, '#add-form button', 'Save')
    await page.unrouteAll({ behavior: 'wait' })
  })
}

async function offline(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('without a network an address waits in the browser, says so, and is saved later', async () => {
    await page.goto(base)
    await page.context().setOffline(true)
    for (const name of ['kept-1', 'kept-2']) {
      await page.fill(ADDRESS, `${app.site.url}/article/${name}`)
      await page.keyboard.press('Enter')
      await untilText(page, '.add-waiting', new RegExp(`offline[^]*${name}`))
      assert.equal(await page.inputValue(ADDRESS), '')
    }
    await page.context().setOffline(false)
    await hasCard(page, 'Article kept-1')
    await hasCard(page, 'Article kept-2')
    await until('nothing waits', async () => !(await page.isVisible('.add-waiting')))
  })
  await t.test('it also waits for the next visit', async () => {
    await page.context().setOffline(true)
    await page.fill(ADDRESS, `${app.site.url}/article/kept-3`)
    await page.keyboard.press('Enter')
    await untilText(page, '.add-waiting', /kept-3/)
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(`${base}/all/list`)
    await hasCard(page, 'Article kept-3')
  })
}

async function expired(t: TestContext, stage: Stage): Promise<void> {
  const { base, app } = stage
  await t.test('after an expired session, the save continues by itself after signing in', async () => {
    const page = await openPage(stage)
    const enter = async () => {
      await page.fill('[name=_username]', app.bob.username)
      await page.fill('[name=_password]', app.bob.password)
      await page.click('[name=send]')
    }
    await page.goto(base)
    await enter()
    await page.waitForSelector(ADDRESS)
    await page.context().clearCookies({ name: 'session' })
    await page.fill(ADDRESS, `${app.site.url}/article/after-login`)
    await page.keyboard.press('Enter')
    await page.waitForSelector('[name=_password]')
    await enter()
    await untilText(page, '.notice', /Saved: .*after-login/)
    await hasCard(page, 'Article after-login')
    await page.context().close()
  })
}

async function typedMeanwhile(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  const address = (name: string) => `${app.site.url}/article/${name}`
  /** Holds the requests that save an address, until the returned function is called. */
  const holdSaves = async () => {
    const held: Route[] = []
    await page.route('**/new-entry', (route) => void held.push(route))
    return async () => {
      await until('a save is held', async () => held.length > 0)
      for (const route of held) await route.continue()
      await page.unroute('**/new-entry')
    }
  }
  await t.test('what is typed while an address is being saved stays in the field', async () => {
    await page.goto(base)
    const release = await holdSaves()
    await page.fill(ADDRESS, address('slow'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.fill(ADDRESS, address('next'))
    await release()
    await hasCard(page, 'Article slow')
    await untilText(page, '#toasts', /^Saved/)
    assert.equal(await page.evaluate('localStorage.length'), 0)
    assert.equal(await page.inputValue(ADDRESS), address('next'))
    await page.keyboard.press('Enter')
    await hasCard(page, 'Article next')
    assert.equal(await page.inputValue(ADDRESS), '')
  })
  await t.test('addresses that are submitted while another is being saved are saved after it', async () => {
    const release = await holdSaves()
    for (const name of ['first', 'second', 'third']) {
      await page.fill(ADDRESS, address(name))
      await page.keyboard.press('Enter')
    }
    assert.equal(await page.isVisible('.add-waiting'), false)
    await release()
    for (const name of ['first', 'second', 'third']) await hasCard(page, `Article ${name}`)
    assert.equal(await page.inputValue(ADDRESS), '')
  })
  await t.test('an address without a response waits, and the next one stays in the field', async () => {
    const held: Route[] = []
    await page.route('**/new-entry', (route) => void held.push(route))
    await page.fill(ADDRESS, address('lost'))
    await page.keyboard.press('Enter')
    await until('a save is held', async () => held.length > 0)
    await page.fill(ADDRESS, address('after-lost'))
    for (const route of held) await route.abort()
    await untilText(page, '.add-waiting', /\/lost/)
    assert.equal(await page.inputValue(ADDRESS), address('after-lost'))
    await page.unroute('**/new-entry')
    await page.keyboard.press('Enter')
    for (const name of ['lost', 'after-lost']) await hasCard(page, `Article ${name}`)
  })
}

async function lines(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('lines that are pasted into the field stay apart, and each address is saved', async () => {
    await page.goto(base)
    await page.focus(ADDRESS)
    const text = ['a', 'b'].map((name) => `${app.site.url}/article/line-${name}`).join('\r\n')
    await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
    assert.equal(await page.inputValue(ADDRESS), text.replace('\r\n', ' '))
    await page.keyboard.press('Enter')
    await untilText(page, '.toast p', '2 pages saved')
    await hasCard(page, 'Article line-a')
    await hasCard(page, 'Article line-b')
  })
}

async function asked(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('an address from another app focuses the button, and Enter saves it', async () => {
    await page.goto(`${base}/bookmarklet?url=${encodeURIComponent(`${app.site.url}/article/by-enter`)}`)
    await until('the button has the focus', () => page.evaluate(() => document.activeElement?.textContent === 'Save'))
    await page.keyboard.press('Enter')
    await hasCard(page, 'Article by-enter')
  })
}

async function reader(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  for (const way of ['events', 'polling'] as const) {
    await t.test(`a reader that is opened early fills itself, by ${way}`, async () => {
      const released = Promise.withResolvers<void>()
      app.site.page(`/held-${way}`, (request, response) => {
        const answer = answering(articlePage({ ...NEWS, title: `Held by ${way}` }))
        void released.promise.then(() => answer(request, response))
      })
      const tab = await page.context().newPage()
      if (way === 'polling') await tab.route('**/events?*', (route) => route.abort())
      await tab.goto(base)
      await tab.fill(ADDRESS, `${app.site.url}/held-${way}`)
      await tab.keyboard.press('Enter')
      await tab.waitForSelector('.card:first-child .card-state-pending')
      const path = await tab.getAttribute('.card:first-child .card-title a', 'href')
      await tab.goto(base + path)

      await untilText(tab, '.reader-state h2', 'Fetching the page')
      released.resolve()
      await untilText(tab, 'main h1', `Held by ${way}`)
      await tab.close()
    })
  }
}
