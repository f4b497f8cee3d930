import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  openPage,
  openStage,
  openTab,
  saveTitles,
  signIn,
  untilListed,
  until,
  untilText,
  untilWatched,
  type Stage,
} from './browser-stage.fixture.ts'

test('without a network', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Not opened', 'Opened'])
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await opened(page)
  await stopped(t, stage, page)
  await back(t, stage, page)
  await signedOut(t, stage, page)
})

const kept = (page: Page): Promise<number> =>
  page.evaluate<number>("caches.open('dogear-pages').then((cache) => cache.keys()).then((keys) => keys.length)")

/** The list, and an article that was opened from it. */
async function opened(page: Page): Promise<void> {
  await page.reload()
  await page.click('.card-title a:text-is("Opened")')
  await untilText(page, 'main h1', 'Opened')
  await page.goBack()
  await untilListed(page, ['Opened', 'Not opened'])
  await until('both are kept', async () => (await kept(page)) === 2)
}

function stop({ app: { app } }: Stage): Promise<void> {
  return new Promise((resolve) => {
    app.server.close(() => resolve())
    app.server.closeAllConnections()
  })
}

function startAgain({ app: { app }, base }: Stage): Promise<void> {
  return new Promise((resolve) => app.server.listen(Number(new URL(base).port), '127.0.0.1', resolve))
}

async function stopped(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('with the server stopped, the list and the opened article can be read, in their look', async () => {
    await stop(stage)
    // What the browser keeps besides may go at any time.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.goto(stage.base)
    await untilListed(page, ['Opened', 'Not opened'])
    const font = await page.evaluate<string>("getComputedStyle(document.querySelector('.card-title')).fontFamily")
    assert.match(font, /Literata/)
    await page.click('.card-title a:text-is("Opened")')
    await untilText(page, 'main h1', 'Opened')
    assert.match(await page.innerText('.prose'), /Opened is told here/)
    await page.reload()
    await untilText(page, 'main h1', 'Opened')
  })
  await t.test('what was never opened says that there is no network, and leads back', async () => {
    await page.goto(stage.base)
    await page.click('.card-title a:text-is("Not opened")')
    await untilText(page, 'main h1', 'You’re offline')
    assert.equal(await page.evaluate<string>('getComputedStyle(document.body).display'), 'grid', 'it has its look')
    await page.click('main .button')
    await untilListed(page, ['Opened', 'Not opened'])
  })
}

async function back(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('with the server back, everything is as ever', async () => {
    await startAgain(stage)
    await page.goto(stage.base)
    await page.hover('.card:first-child')
    await page.click('.card:first-child [data-action-name=star]')
    await page.waitForSelector('.card svg.star')
  })
}

async function signedOut(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('after signing out nothing is left to be read', async () => {
    await page.goto(`${stage.base}/logout`)
    await page.click('main .button')
    await page.waitForURL(/\/login$/)
    await stop(stage)
    await page.goto(stage.base).catch(() => undefined)
    assert.equal(await page.locator('.card').count(), 0)
    assert.doesNotMatch(await page.content(), /Opened/)
    await startAgain(stage)
    await page.goto(`${stage.base}/login`)
    const names = await page.evaluate<string[]>('caches.keys()')
    for (const name of names) assert.ok(!name.startsWith('dogear-pages'), name)
  })
}

test('a page that was on its way when the worker came to be has it too', async (t) => {
  const stage = await openStage(t)
  const first = await openPage(stage, { serviceWorkers: 'allow' })
  const late = await openTab(stage, first.context())
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await late.route('**/login', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  const coming = late.goto(`${stage.base}/login`)
  await asked.promise
  await first.goto(`${stage.base}/login`)
  await untilWatched(first)
  released.resolve()
  await coming
  await untilWatched(late)
  assert.deepEqual(stage.complaints, [])
})
