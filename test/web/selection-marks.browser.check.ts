import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, PHONE, saveTitles, signIn, untilListed, untilText } from './service-and-browser.fixture.ts'
import { pressLong } from './touch-gestures.fixture.ts'

const TITLES = Array.from({ length: 12 }, (_, index) => `Entry ${String(index).padStart(2, '0')}`)

const press = async (page: Page, key: string, times: number) => {
  for (let time = 0; time < times; time++) await page.keyboard.press(key)
}

test('while entries are selected, the focused one is marked and not covered, and words name the actions', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, TITLES.toReversed())
  const page = await signIn(stage)
  await untilListed(page, TITLES)
  const marks = (card: number) =>
    page.evaluate<string>(`getComputedStyle(document.querySelectorAll('.card')[${card}]).boxShadow`)
  await t.test('the row under the keys differs from the other ticked rows', async () => {
    await press(page, 'j', 1)
    await press(page, 'x', 1)
    await press(page, 'j', 1)
    await press(page, 'x', 1)
    assert.notEqual(await marks(1), await marks(0))
  })
  await t.test('the bar covers no row that the keys reach', async () => {
    await press(page, 'j', TITLES.length)
    const [row, bar] = await Promise.all([
      page.locator('.card:has(:focus)').boundingBox(),
      page.locator('.bulk').boundingBox(),
    ])
    assert.ok(row!.y + row!.height <= bar!.y, 'the last row is below the bar')
  })
  await t.test('an undo says what it undid', async () => {
    await press(page, 'a', 1)
    await untilListed(page, TITLES.slice(2))
    await press(page, 'z', 1)
    await untilText(page, '.toast p', 'Undone: 2 entries archived')
  })
  await t.test('after a long press, the actions have words', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await pressLong(phone, '.card:first-child')
    const words = await phone.evaluate<string>(
      `getComputedStyle(document.querySelector('.card[data-all] [data-action-name=archive]'), '::after').content`,
    )
    assert.equal(words, '"Archive"')
    await phone.context().close()
  })
  await t.test('with keys on a touch screen, the actions are seen whole as soon as they have the focus', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.keyboard.press('j')
    const actions = phone.locator('.card:first-child .actions')
    assert.equal(await actions.evaluate((one) => getComputedStyle(one).clipPath), 'inset(50%)')
    while (!(await phone.evaluate<boolean>(`document.activeElement.matches('.actions > *')`)))
      await press(phone, 'Tab', 1)
    const { y, width, height } = (await actions.boundingBox())!
    assert.deepEqual([width, y + height], [PHONE.width, PHONE.height])
    await phone.context().close()
  })
  await t.test('with the colours of the system, buttons have a border', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${stage.base}/search`)
    const border = await page.$eval('main .button', (button) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(button)
      return [borderTopWidth, borderTopColor]
    })
    assert.equal(border[0], '1px')
    assert.notEqual(border[1], 'rgba(0, 0, 0, 0)')
  })
})
