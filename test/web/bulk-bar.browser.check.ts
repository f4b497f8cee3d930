import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, saveTitles, signIn, until } from './service-and-browser.fixture.ts'

const OF_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true }
const FOCUSED = 'document.activeElement.id'

test('the bar for ticked entries', async (t) => {
  const stage = await openStage(t)
  const [, id] = await saveTitles(stage, ['Ash', 'Birch', 'Cedar'])
  const page = await signIn(stage, OF_PHONE)
  const ticked = () => page.locator('.card-check :checked').count()
  const tick = async () => {
    await page.evaluate('document.querySelectorAll(".card-check input")[1].click()')
    await page.waitForSelector('#bulk[data-open]')
  }
  await t.test('on a phone, a button clears the selection and closes the bar', async () => {
    await tick()
    await page.tap('#bulk-clear')
    assert.equal(await ticked(), 0)
    await page.waitForSelector('#bulk', { state: 'hidden' })
    assert.equal(await page.evaluate(FOCUSED), `open-${id}`)
  })
  await t.test('the menu for tags opens with the focus in its field, and Escape closes it first', async () => {
    await tick()
    await page.tap('.bulk-tags summary')
    assert.equal(await page.evaluate(FOCUSED), 'bulk-tags')
    // The first one may close the suggestions.
    await until('the menu is closed', async () => {
      await page.keyboard.press('Escape')
      return (await page.locator('.bulk details[open]').count()) === 0
    })
    assert.equal(await ticked(), 1)
  })
  await t.test('the field has the focus even before the script for ticked entries has loaded', async () => {
    const fresh = await signIn(stage, OF_PHONE)
    await fresh.route('**/bulk_controller.js', () => undefined)
    await fresh.evaluate('document.querySelectorAll(".card-check input")[1].click()')
    await fresh.tap('.bulk-tags summary')
    await fresh.keyboard.type('sea')
    assert.equal(await fresh.inputValue('#bulk-tags'), 'sea')
    await fresh.context().close()
  })
  await t.test('Escape then clears the selection', async () => {
    await page.keyboard.press('Escape')
    assert.equal(await ticked(), 0)
  })
})
