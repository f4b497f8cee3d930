import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGES } from '../../src/kernel/languages.ts'
import { openStage, PHONE, saveTitles, signIn, type Stage } from './browser-stage.fixture.ts'

const SETTINGS = ['', '/reading', '/saving', '/security', '/export', '/danger'].map((path) => `/config${path}`)
const PAGES = ['/', '/all/list?within=30', '/annotations', '/tag/list', '/search?q=wall', '/import/', '/developer']

test('every page fits a small phone in every language', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['The sea wall'])
  for (const language of LANGUAGES) await fits(t, stage, language, [...PAGES, ...SETTINGS, `/view/${id}`])
  assert.deepEqual(stage.complaints, [])
})

async function fits(t: TestContext, stage: Stage, language: string, paths: readonly string[]): Promise<void> {
  await t.test(language, async () => {
    const page = await signIn(stage, { locale: language, viewport: { ...PHONE, width: 320 } })
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      await page.goto(stage.base + path)
      assert.equal(await page.getAttribute('html', 'lang'), language)
      await page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true })")
      const faults = [...(await tooWide(page)), ...(await clippedControls(page))]
      if (faults.length > 0) found[path] = faults
    }
    await page.context().close()
    assert.deepEqual(found, {})
  })
}

async function tooWide(page: Page): Promise<string[]> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return excess > 0 ? [`${excess} pixels too wide`] : []
}

/** @returns the texts of buttons and navigation links that do not fit into their box */
function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, .button, nav a, nav summary')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim().replace(/\\s+/g, ' '))
    .filter((text) => text !== '')`)
}
