import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGES } from '../../src/kernel/languages.ts'
import {
  enter,
  follow,
  openPage,
  openStage,
  PHONE,
  saveTitles,
  signIn,
  type Stage,
} from './service-and-browser.fixture.ts'

const SETTINGS = ['', '/reading', '/saving', '/security', '/export', '/danger'].map((path) => `/config${path}`)
const PAGES = [
  '/',
  '/all/list?within=30',
  '/annotations',
  '/tag/list',
  '/search?q=wall',
  '/import/',
  '/developer',
].concat(['/connect', '/connect/koreader', '/connect/wallabag-android'])

test('every page fits a small phone in every language', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['The sea wall'])
  const rule = { rule: 'title:sea', language: 'query', tags: 'sea' }
  assert.equal(
    (await stage.app.ask(stage.app.alice, { method: 'POST', url: '/api/taggingrules', payload: rule })).statusCode,
    200,
  )
  const page = await signIn(stage, { viewport: { ...PHONE, width: 320 } })
  for (const language of LANGUAGES) await fits(t, stage, { page, language }, [...PAGES, ...SETTINGS, `/view/${id}`])
  assert.deepEqual(stage.complaints, [])
})

test('the navigation of every settings and administration page fits a wide window in every language', async (t) => {
  const stage = await openStage(t)
  const page = await openPage(stage)
  await page.goto(`${stage.base}/login`)
  await enter({ ...stage, app: { ...stage.app, alice: stage.app.carol } }, page)
  const pages = ['', '/jobs', '/hosts', '/storage'].map((path) => `/admin${path}`)
  for (const language of LANGUAGES) await fits(t, stage, { page, language }, [...pages, ...SETTINGS])
})

test('the head of a list takes one line of a phone, and its field shows the whole hint, in every language', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['The sea wall', 'The tide'])
  const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
  const found: Record<string, unknown> = {}
  for (const language of LANGUAGES) {
    await page.setExtraHTTPHeaders({ 'accept-language': language })
    await page.goto(stage.base)
    assert.equal(await page.getAttribute('html', 'lang'), language)
    const [isHintShown, isOneLine] = await page.evaluate<boolean[]>(`{
      const field = document.querySelector('#entry_url')
      field.value = field.placeholder
      const count = document.querySelector('#list-count')
      count.textContent = count.textContent.replace('2', '9.999')
      const [title, tools] = ['h1', '.tools'].map((one) => document.querySelector('main ' + one).getBoundingClientRect())
      ;[field.scrollWidth <= field.clientWidth, tools.top < title.bottom]
    }`)
    if (!isHintShown || !isOneLine) found[language] = { isHintShown, isOneLine }
  }
  assert.deepEqual(found, {})
})

interface Visit {
  readonly page: Page
  readonly language: string
}

async function fits(t: TestContext, { base }: Stage, visit: Visit, paths: readonly string[]): Promise<void> {
  await t.test(visit.language, async () => {
    const { page, language } = visit
    await page.setExtraHTTPHeaders({ 'accept-language': language })
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      if (path === paths[0]) await page.goto(base + path)
      else await follow(page, base + path)
      assert.equal(await page.getAttribute('html', 'lang'), language)
      await page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true })")
      const faults = [...(await tooWide(page)), ...(await clippedControls(page)), ...(await brokenWords(page))]
      if (faults.length > 0) found[path] = faults
    }
    assert.deepEqual(found, {})
  })
}

async function tooWide(page: Page): Promise<string[]> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return excess > 0 ? [`${excess} pixels too wide`] : []
}

/** @returns the texts of buttons and navigation links that are wider than their element */
function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, .button, nav a, nav summary')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim().replace(/\\s+/g, ' '))
    .filter((text) => text !== '')`)
}

/** @returns the texts of buttons in a row of buttons whose words are broken into two lines */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.form-buttons :is(a, button)')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => [...(node.data ?? '').matchAll(/\\S+/g)].some((word) => {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
    })))
    .map((one) => one.textContent.trim())`)
}
