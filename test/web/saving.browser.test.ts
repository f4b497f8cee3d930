import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  openPage,
  openStage,
  openTab,
  PHONE,
  signIn,
  titles,
  until,
  untilText,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { untilKept } from './offline-store.fixture.ts'

const ADDRESS = '[name="entry[url]"]'

test('saving from other pages and other apps, in a browser', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await bookmark(t, stage, page)
  await foreign(t, stage, page)
  await shared(t, stage, page)
  await offline(t, stage)
  assert.deepEqual(stage.complaints, [])
})

/** @returns the code of the bookmarklet on the settings page, changed to the port of this test */
async function codeOf({ app, base }: Stage, page: Page): Promise<string> {
  await page.goto(`${base}/config/saving`)
  return (await page.getAttribute('.bookmarklet', 'href'))!.replace(app.baseUrl, base)
}

/** Runs a bookmarklet on a page of another site. */
async function press({ app: { site } }: Stage, page: Page, code: string, path: string): Promise<void> {
  await page.goto(`${site.url}${path}`)
  await page.evaluate(`setTimeout(() => { ${code.replace('javascript:', '')} })`)
}

async function bookmark(t: TestContext, stage: Stage, page: Page): Promise<void> {
  const code = await codeOf(stage, page)
  await t.test('a bookmark with its key saves without a press, and the way back is one step', async () => {
    await press(stage, page, code, '/article/pressed')
    await page.waitForURL(`${stage.base}/`)
    await untilText(page, '.notice', 'Saved: Article pressed')
    await until('the card stands', async () => (await titles(page))[0] === 'Article pressed')
    await page.goBack()
    assert.equal(page.url(), `${stage.app.site.url}/article/pressed`)
  })
  await t.test('on touch, the button asks to copy the code instead of dragging, also without a script', async () => {
    const { cookies } = await page.context().storageState()
    const touch = { viewport: PHONE, hasTouch: true, isMobile: true, javaScriptEnabled: false }
    const phone = await openPage(stage, { ...touch, storageState: { cookies, origins: [] } })
    await phone.goto(`${stage.base}/config/saving`)
    assert.match(await phone.innerText('#bookmark'), /share a page with the installed app[^]*javascript:location/)
    assert.doesNotMatch(await phone.innerText('#bookmark'), /Drag/)
    assert.equal(await phone.isVisible('.bookmarklet'), false)
    await phone.context().close()
  })
  await t.test('the key leaves the address bar, and is sent in no address', async () => {
    const [sent, shown]: [string[], string[]] = [[], []]
    page.on('request', (request) => sent.push(request.url().split('#')[0]!))
    page.on('framenavigated', (frame) => shown.push(frame.url()))
    await press(stage, page, code, '/article/kept-secret')
    await page.waitForURL(`${stage.base}/`)
    await untilText(page, '.notice', /Saved/)
    const key = /#([\w-]{22})'$/.exec(code)![1]!
    const asking = shown.filter((url) => url.includes('/bookmarklet?'))
    assert.deepEqual([asking[0]?.endsWith(key), asking.at(-1)?.includes('#')], [true, false])
    assert.ok(sent.some((url) => url.includes('/bookmarklet?')) && sent.every((url) => !url.includes(key)))
    page.removeAllListeners('request').removeAllListeners('framenavigated')
  })
  await t.test('an old bookmark asks, and offers the new one', async () => {
    await press(stage, page, code.replace(/#[\w-]+'$/, "'"), '/article/asked')
    await page.waitForSelector('.bookmarklet-form-hint .bookmarklet')
    assert.equal(await page.inputValue(ADDRESS), `${stage.app.site.url}/article/asked`)
    await page.click('.add > button')
    await until('the card stands', async () => (await titles(page))[0] === 'Article asked')
  })
}

async function foreign(t: TestContext, stage: Stage, page: Page): Promise<void> {
  const { base, app } = stage
  await t.test(
    'a page of another site that opens the address saves nothing, with or without a guessed key',
    async () => {
      for (const guess of ['', '#guess', `#${'A'.repeat(22)}`]) {
        await page.goto(`${app.site.url}/article/other`)
        await page.evaluate(
          `setTimeout(() => { location.href = '${base}/bookmarklet?url=https%3A%2F%2Fevil.example%2F${guess}' })`,
        )
        await page.waitForSelector('.bookmarklet-form-hint .bookmarklet')
        assert.equal(await page.inputValue(ADDRESS), 'https://evil.example/')
      }
      await saysNothingOf(stage, page, 'evil.example')
    },
  )
  await t.test('a page of another site that sends the share form saves nothing', async () => {
    const form = `document.body.innerHTML = '<form method=post action="${base}/share-target"><input name=url value="https://evil.example/"></form>'; document.forms[0].submit()`
    // The first page has another origin than Dogear but belongs to the same site, so the browser sends the session
    // cookie. The second page belongs to another site, so the browser does not send the cookie.
    for (const site of [app.site.url, app.site.url.replace('127.0.0.1', 'localhost')]) {
      await page.goto(`${site}/article/other`)
      await page.evaluate(`setTimeout(() => { ${form} })`)
      await page.waitForURL((url) => url.origin === base)
    }
    await saysNothingOf(stage, page, 'evil.example')
  })
}

async function saysNothingOf({ app }: Stage, page: Page, text: string): Promise<void> {
  await page.waitForLoadState()
  const rows = await app.database.prepare<{ url: string }>('select given_url as url from entry').all()
  assert.ok(rows.length > 0)
  assert.ok(!rows.some(({ url }) => url.includes(text)), JSON.stringify(rows))
}

async function shared(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('a share from the system is saved at once', async () => {
    // For a share from the system, the browser itself sends a POST request, without a page that contains a form. The
    // test turns a typed address into such a request.
    await page.route('**/share-target', (route) =>
      route.continue({
        method: 'POST',
        headers: { ...route.request().headers(), 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
        postData: new URLSearchParams({
          text: `Look ${app.site.url}/article/shared`,
          title: 'Shared with you',
        }).toString(),
      }),
    )
    await page.goto(`${base}/share-target`)
    await untilText(page, '.notice', 'Saved: Shared with you')
    await until('the card stands', async () => (await titles(page))[0] === 'Article shared')
  })
}

async function offline(t: TestContext, stage: Stage): Promise<void> {
  await t.test('without a network a shared address is saved with a press, and sent later', async () => {
    const first = await signIn(stage, { serviceWorkers: 'allow' })
    await untilWatched(first)
    await untilKept(first, 1)
    const page = await openTab(first.context())
    await page.goto(stage.base)
    await page.context().setOffline(true)
    const url = `${stage.app.site.url}/article/waiting`
    const form = `<form method=post action="/share-target"><input name=text value="Appearance ${url}"></form>`
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(form)}; document.forms[0].submit()`)
    await page.waitForURL(/\/bookmarklet\?/)
    assert.equal(await page.inputValue(ADDRESS), url)
    await page.focus(ADDRESS)
    await page.keyboard.press('Enter')
    await until('the card stands', async () => (await titles(page))[0] === 'waiting')
    await page.context().setOffline(false)
    await page.goto(stage.base)
    await until('the page was fetched', async () => (await titles(page))[0] === 'Article waiting')
  })
  await t.test('a worker that keeps pages does not keep a bookmark from saving', async () => {
    const page = await signIn(stage, { serviceWorkers: 'allow' })
    await untilWatched(page)
    const code = await codeOf(stage, page)
    await press(stage, page, code, '/article/watched')
    await page.waitForURL(`${stage.base}/`)
    await untilText(page, '.notice', 'Saved: Article watched')
  })
}
