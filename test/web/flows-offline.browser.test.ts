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
  untilText,
  until,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { startAgain, stop, untilKept } from './offline-store.fixture.ts'

test('without a network', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Older', 'Newer'], { tags: 'harbour' })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 2)
  await stopped(t, stage, page)
  await back(t, stage, page)
  await withoutNetwork(t, stage, page)
  await withoutClearSiteData(t, stage)
  await signedOut(t, stage, page)
})

async function stopped(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test(
    'with the server stopped, lists and articles can be read that were never opened, in their look',
    async () => {
      await stop(stage)
      // Browsers may delete their HTTP cache at any time, so offline reading must not depend on it.
      await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
      await page.goto(stage.base)
      await untilListed(page, ['Newer', 'Older'])
      const font = await page.evaluate<string>("getComputedStyle(document.querySelector('.card-title')).fontFamily")
      assert.match(font, /Literata/)
      await page.click('.card-title a:text-is("Older")')
      await untilText(page, 'main h1', 'Older')
      assert.match(await page.innerText('.prose'), /Older is told here/)
      await page.reload()
      await untilText(page, 'main h1', 'Older')
      await untilText(page, '#offline-state', /offline/)
      const line = await page.locator('#offline-state span').evaluate((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return words.getBoundingClientRect().toJSON() as DOMRect
      })
      const icon = (await page.locator('.bar-back svg').boundingBox())!
      assert.ok(line.top >= 4 && Math.abs(line.left - icon.x) < 4, JSON.stringify([line, icon]))
    },
  )
  await t.test('tags, the search, and lists with filters work as well', async () => {
    await page.goto(`${stage.base}/tag/list`)
    await page.click('.tag-name')
    await untilListed(page, ['Newer', 'Older'])
    await page.goto(`${stage.base}/search?q=old*`)
    await untilListed(page, ['Older'])
    await page.goto(`${stage.base}/archive/list`)
    await untilText(page, 'main h1', 'Archive')
  })
  await t.test('pages that need the server say so, with a link back', async () => {
    for (const path of [
      '/config',
      '/trash',
      '/search?q=in:trash',
      '/export/unread.epub',
      '/feed/alice/key/unread',
      '/api/doc/',
      '/offline/else',
    ]) {
      await page.goto(stage.base + path)
      await untilText(page, 'main h1', 'You’re offline')
    }
    assert.equal(await page.evaluate<string>('getComputedStyle(document.body).display'), 'grid', 'it has its look')
    await page.click('main .button')
    await untilListed(page, ['Newer', 'Older'])
    await page.goto(`${stage.base}/config`)
    await page.click('.rail a[href="/archive/list"]')
    await untilText(page, 'main h1', 'Archive')
  })
}

async function back(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('when the server returns, everything works as before', async () => {
    await page.goto(`${stage.base}/config/feeds`)
    await untilText(page, 'main h1', 'You’re offline')
    await startAgain(stage)
    await until('the requested page comes by itself', async () => {
      await page.evaluate("dispatchEvent(new Event('online'))")
      return (await page.innerText('main h1')) === 'Feeds'
    })
    await page.goto(stage.base)
    await page.hover('.card:first-child')
    await page.click('.card:first-child [data-action-name=star]')
    await page.waitForSelector('.card svg.star')
  })
}

async function withoutNetwork(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('signing out without a network shows the offline page, and the library stays', async () => {
    await page.goto(`${stage.base}/logout`)
    await page.context().setOffline(true)
    await page.click('main .button')
    await untilText(page, 'main h1', 'You’re offline')
    await page.context().setOffline(false)
    assert.notDeepEqual(await storedLibraries(page), [])
  })
}

async function withoutClearSiteData(t: TestContext, stage: Stage): Promise<void> {
  await t.test('the worker deletes the library in a browser that ignores Clear-Site-Data', async () => {
    const page = await signIn(stage, { serviceWorkers: 'allow' })
    await untilWatched(page)
    await untilKept(page, 2)
    await page.goto(`${stage.base}/logout`)
    await page.route('**/logout', async (route) => {
      const { 'clear-site-data': _, ...headers } = (await route.fetch({ maxRedirects: 0 })).headers()
      await route.fulfill({ status: 303, headers })
    })
    await page.click('main .button')
    await page.waitForURL(/\/login$/)
    await until('no library is left', async () => (await storedLibraries(page)).length === 0)
    assert.ok(!(await page.evaluate<string[]>('caches.keys()')).includes('dogear-pictures'))
    assert.ok(await page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 'the worker is still there')
    await page.context().close()
  })
}

/** @returns the names of the stored libraries, one for each user of the browser */
async function storedLibraries(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  return names.filter((name) => /^dogear-\d/.test(name))
}

async function signedOut(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('after signing out, no page can be read', async () => {
    await page.goto(`${stage.base}/logout`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.click('main .button')
    // `Clear-Site-Data` in the response makes the browser stop the service worker. A response that passes through the
    // worker could then get lost.
    assert.ok(!(await answered).fromServiceWorker())
    await page.waitForURL(/\/login$/)
    await stop(stage)
    await page.goto(stage.base).catch(() => undefined)
    assert.equal(await page.locator('.card').count(), 0)
    assert.doesNotMatch(await page.content(), /Older/)
    await startAgain(stage)
    await page.goto(`${stage.base}/login`)
    assert.deepEqual(await storedLibraries(page), [])
    assert.ok(!(await page.evaluate<string[]>('caches.keys()')).includes('dogear-pictures'))
  })
}

test('a page that was loading when the worker started is stored too', async (t) => {
  const stage = await openStage(t)
  const first = await openPage(stage, { serviceWorkers: 'allow' })
  const late = await openTab(first.context())
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
