import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, saveTitles, signIn, until, untilListed, untilText } from './service-and-browser.fixture.ts'

test('a page with one purpose opens with the focus in its field', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Aster'])
  const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
  const untilFocused = (id: string) =>
    until(`${id} has the focus`, () => page.evaluate<boolean>(`document.activeElement.id === '${id}'`))
  await t.test('the search, whose tips stay readable', async () => {
    await page.tap('.rail a[href="/search"]')
    await untilFocused('q')
    assert.equal(await page.locator('[role=listbox]:visible').count(), 0)
    await page.keyboard.type('aster')
    await page.keyboard.press('Enter')
    await untilListed(page, ['Aster'])
    await page.goto(`${stage.base}/search?q=aster`)
    assert.equal(await page.locator('[autofocus]').count(), 0, 'results are there to be read')
  })
  await t.test('a new collection', async () => {
    await page.goto(`${stage.base}/collections`)
    await page.tap('main a[href="/collections/new"]')
    await untilFocused('collection-name')
    await page.keyboard.type('Weekend')
    await page.keyboard.press('Enter')
    await untilText(page, 'h1', 'Weekend')
  })
})
