import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  enter,
  openPage,
  openStage,
  saveTitles,
  titles,
  until,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'

const COUNT = 33
const name = (number: number): string => `Page ${String(number).padStart(2, '0')}`

test('everything essential works without a script', async (t) => {
  const stage = await openStage(t)
  await saveTitles(
    stage,
    Array.from({ length: COUNT - 1 }, (_, index) => name(index + 1)),
  )
  const page = await openPage(stage, { javaScriptEnabled: false })
  await lists(t, stage, page)
  await cards(t, stage, page)
  await many(t, stage, page)
  await elsewhere(t, stage, page)
  await reading(t, stage, page)
  await leaving(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

const go = (page: Page, selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)])
const count = async (page: Page, place: string) => page.innerText(`.rail [data-count=${place}]`)

async function lists(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('after signing in, the user sees the requested page, and an address is saved', async () => {
    await page.goto(`${stage.base}/all/list`)
    await enter(stage, page)
    assert.equal(page.url(), `${stage.base}/all/list`)
    await page.fill('[name="entry[url]"]', `${stage.app.site.url}/article/${COUNT}`)
    await go(page, '.add > button')
    await until('the page was fetched', async () => {
      await page.goto(stage.base)
      return (await titles(page))[0] === `Article ${COUNT}`
    })
    await page.fill('[name="entry[url]"]', 'no address')
    await go(page, '.add > button')
    await untilText(page, '#entry_url-error', /Search for “no address” instead/)
  })
  await t.test('a list has pages', async () => {
    await page.goto(stage.base)
    assert.equal(await page.locator('.card').count(), 30)
    await go(page, '.pager [rel=next]')
    assert.deepEqual(await titles(page), [name(3), name(2), name(1)])
    await go(page, '.pager [rel=prev]')
    assert.equal(await page.locator('.card').count(), 30)
  })
  await t.test('a list is narrowed', async () => {
    await page.click('.filters summary')
    await page.selectOption('[name=sort]', 'oldest')
    await page.fill('.filter-form [name=site]', '127.0.0.1')
    await go(page, '.filter-form .button')
    assert.equal((await titles(page))[0], name(1))
    await go(page, '.chips a >> nth=0')
    assert.equal((await titles(page))[0], `Article ${COUNT}`)
  })
}

async function cards(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  const press = async (action: string) => {
    await page.hover('.card:first-child')
    await go(page, `.card:first-child [data-action-name=${action}]`)
  }
  await t.test('a card is archived, starred and deleted, and the page returns to the same list', async () => {
    await page.goto(`${base}/unread/list/2`)
    await press('archive')
    assert.equal(page.url(), `${base}/unread/list/2`)
    assert.deepEqual([await count(page, 'unread'), await count(page, 'archive')], ['32', '1'])
    assert.deepEqual(await titles(page), [name(2), name(1)])
    await press('star')
    assert.equal(await page.locator('.card:first-child svg.star').count(), 1)
    await press('delete')
    assert.deepEqual(await titles(page), [name(1)])
    await untilText(page, '.notice', /Deleted/)
  })
  await t.test('a deleted entry is restored from the notice', async () => {
    await go(page, '.notice [data-action-name=undo]')
    assert.deepEqual(await titles(page), [name(2), name(1)])
  })
}

async function many(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('several cards are changed together', async () => {
    await page.goto(`${base}/unread/list/2`)
    for (const number of [1, 2]) {
      await page.hover(`.card:nth-child(${number})`)
      await page.check(`.card:nth-child(${number}) .card-check input`)
    }
    await page.click('.bulk-tags > summary')
    await page.fill('.bulk [name=tags]', 'leaves')
    await go(page, '.bulk .button[value=tag]')
    await untilText(page, '.notice', /2 entries tagged/)
    assert.equal(await page.locator('.tags a').count(), 2)
  })
}

async function elsewhere(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('words are searched for, from any page', async () => {
    await page.goto(`${stage.base}/tag/list`)
    await page.fill('#rail-search', '"page 02"')
    await Promise.all([page.waitForNavigation(), page.press('#rail-search', 'Enter')])
    assert.deepEqual(await titles(page), [name(2)])
    assert.ok((await page.locator('.card-snippet mark').count()) > 0)
  })
  await t.test('a tag is renamed', async () => {
    await page.goto(`${stage.base}/tag/list`)
    await page.click('.tag-row summary')
    await page.fill('.tag-row [name=label]', 'paper')
    await go(page, '.tag-form .button')
    assert.deepEqual(await page.locator('.tag-name').allInnerTexts(), ['paper'])
    await go(page, '.tag-name')
    assert.deepEqual(await titles(page), [name(2), name(1)])
  })
  await t.test('settings are stored', async () => {
    await page.goto(`${stage.base}/config/reading`)
    await page.check('#theme-sepia')
    await page.check('#layout-rows')
    await go(page, '.reading-settings .button')
    assert.equal(await page.getAttribute('html', 'data-theme'), 'sepia')
    await page.goto(stage.base)
    assert.equal(await page.locator('.cards.rows').count(), 1)
  })
}

async function reading(t: TestContext, { app, base }: Stage, page: Page): Promise<void> {
  await t.test('an article is read with its annotations, starred, tagged and archived', async () => {
    await page.goto(`${base}/all/list?tag=paper`)
    const id = Number(
      await page
        .locator('.card')
        .first()
        .getAttribute('id')
        .then((id) => id?.replace('entry-', '')),
    )
    const range = { start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '7' }
    const payload = { ranges: [range], quote: 'Page 02', text: 'A note' }
    await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
    await go(page, '.card-title a')
    assert.match(await page.innerText('.prose'), /Page 02 is told here/)
    assert.equal(await page.innerText('.prose mark'), 'Page 02')
    const star = () => page.getAttribute('[data-action-name=star]', 'value')
    assert.equal(await star(), '0')
    await go(page, '[data-action-name=star]')
    assert.equal(await star(), '1')
    await page.goto(`${base}/edit/${id}`)
    assert.match(await page.inputValue('[name$="tags]"], [name=tags]'), /paper/)
    await page.goto(`${base}/view/${id}`)
    await page.click('[data-action-name=more]')
    await page.click('[data-action-name=page-note]')
    await page.fill('[name=note]', 'For the talk')
    await go(page, '#entry-note-editor .button')
    assert.equal(await page.innerText('#entry-note .note'), 'For the talk')
    await go(page, '[data-action-name=archive]')
    await page.goto(`${base}/archive/list`)
    assert.deepEqual(await titles(page), [name(3), name(2)])
  })
}

async function leaving(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('signing out ends the session', async () => {
    await page.goto(`${base}/logout`)
    await go(page, 'main .button')
    assert.equal(page.url(), `${base}/login`)
    await page.goto(base)
    assert.equal(page.url(), `${base}/login`)
  })
}
