import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openSetupCode } from '../../src/users/setup-code.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'
import {
  openPage,
  openStage,
  titles,
  until,
  untilListed,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'

const ADDRESS = '[name="entry[url]"]'

for (const dialect of DIALECTS) {
  test(`${dialect}: saving in a browser, from the first start on`, async (t) => {
    const stage = await openStage(t, dialect, { isFresh: true })
    const page = await openPage(stage)
    await firstArticle(t, stage, page)
    await liveFillIn(t, stage, page)
    await polling(t, stage, page)
    await noAddress(t, stage, page)
    await pasting(t, stage, page)
    assert.deepEqual(stage.complaints, [])
  })
}

/** Adds a page whose response waits until the test releases it. */
function heldPage({ app: { site } }: Stage, path: string, title: string): { readonly url: string; letGo(): void } {
  const gone = Promise.withResolvers<void>()
  site.page(path, (request, response) => {
    void gone.promise.then(() => answering(articlePage({ ...NEWS, title }))(request, response))
  })
  return { url: `${site.url}${path}`, letGo: () => gone.resolve() }
}

async function save(page: Page, url: string): Promise<void> {
  await page.fill(ADDRESS, url)
  await page.click('.add > button')
}

/** Sets a global variable, which a newly loaded document would not have. */
const mark = (page: Page) => page.evaluate('globalThis.isSamePage = true')
const isSame = (page: Page) => page.evaluate<boolean>('globalThis.isSamePage === true')

async function firstArticle(t: TestContext, { app, base }: Stage, page: Page): Promise<void> {
  await t.test('a new user creates an account, saves an address and reads the entry', async () => {
    await page.goto(`${base}/setup?code=${await openSetupCode(app.database)}`)
    await page.fill('[name=username]', 'ada')
    await page.fill('[name=password]', 'four words in a row')
    await page.click('main .button')
    await page.waitForSelector('.ways')
    assert.equal(await page.isVisible('.list-count'), false)
    await save(page, `${app.site.url}/news`)
    await untilListed(page, [NEWS.title])
    assert.equal(await page.locator('.ways').count(), 0)
    await untilText(page, '.list-count', '1 entry')
    assert.equal(await page.isVisible('.filter-row'), true)
    await page.check('.card-check input')
    assert.equal(await page.isVisible('.bulk'), true)
    await page.uncheck('.card-check input')
    await page.click('.card-title a')
    await untilText(page, 'main h1', NEWS.title)
    assert.match(await page.innerText('.prose'), /Forty volunteers met every Saturday/)
  })
}

async function liveFillIn(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('a saved address appears in the list immediately, and its card completes itself', async () => {
    const held = heldPage(stage, '/held', 'Held back')
    await page.goto(stage.base)
    await mark(page)
    await save(page, held.url)
    await page.waitForSelector('.card:first-child .card-state-pending')
    await untilText(page, '.toast p', 'Saved')
    await until('an empty field', async () => (await page.inputValue(ADDRESS)) === '')
    await untilText(page, '.rail [data-count=unread]', '2')
    held.letGo()
    await untilListed(page, ['Held back', NEWS.title])
    assert.equal(await isSame(page), true)
    await save(page, held.url)
    await untilText(page, '.toast p', 'Already saved')
    await untilListed(page, ['Held back', NEWS.title])
  })
}

async function polling(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('without server-sent events, the page polls', async () => {
    const held = heldPage(stage, '/polled', 'Asked for')
    const tab = await page.context().newPage()
    await tab.route('**/events?*', (route) => route.abort())
    await tab.clock.install()
    await tab.goto(stage.base)
    await mark(tab)
    await save(tab, held.url)
    await tab.waitForSelector('.card:first-child .card-state-pending')
    held.letGo()
    await until('the card is filled', async () => {
      await tab.clock.runFor(1000)
      return (await titles(tab))[0] === 'Asked for'
    })
    assert.equal(await isSame(tab), true)
    await tab.close()
  })
}

async function noAddress(t: TestContext, { app, base }: Stage, page: Page): Promise<void> {
  await t.test('an error replaces the message of the save before, and the next save replaces the error', async () => {
    await page.goto(`${base}/all/list`)
    await save(page, `${app.site.url}/news`)
    await page.waitForSelector('.toast')
    await save(page, 'no address')
    await page.waitForSelector('#entry_url-error')
    assert.equal(await page.locator('.toast').count(), 0)
    assert.equal(await page.innerText('h1'), 'All')
    assert.equal(await page.getAttribute(ADDRESS, 'aria-describedby'), 'entry_url-error')
    await save(page, `${app.site.url}/news`)
    await page.waitForSelector('.toast')
    assert.equal(await page.locator('#entry_url-error').count(), 0)
    assert.deepEqual([await page.inputValue(ADDRESS), await page.getAttribute(ADDRESS, 'aria-invalid')], ['', 'false'])
  })
  await t.test('words that are not a URL can be searched for instead', async () => {
    await page.goto(base)
    await save(page, 'volunteers saturday')
    await page.waitForSelector('#entry_url-error')
    assert.equal(await page.inputValue(ADDRESS), 'volunteers saturday')
    assert.equal(await page.getAttribute(ADDRESS, 'aria-invalid'), 'true')
    await page.click('#entry_url-error a')
    await page.waitForURL(/\/search\?q=volunteers\+saturday/)
    await until('the search knows the texts', async () => {
      await page.reload()
      return (await titles(page)).length === 3
    })
  })
}

async function pasting(t: TestContext, { app, base }: Stage, page: Page): Promise<void> {
  const paste = (text: string) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
  await t.test('an address that is pasted anywhere on the page is saved, and other words are not', async () => {
    await page.goto(base)
    await paste('just words')
    await paste(`${app.site.url}/article/pasted`)
    await until('the card stands', async () => (await titles(page)).includes('Article pasted'))
    assert.equal((await titles(page)).length, 4)
  })
}
