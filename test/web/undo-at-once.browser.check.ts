import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, until, untilListed, untilText } from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

for (const delay of DELAYS) {
  test(`undoing before the answer has come, in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const [, id] = await saveTitles(stage, ['Clover', 'Birch', 'Aster'])
    const page = await signIn(stage)
    const shown = async (key: string) => {
      const entry = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<
        Record<string, unknown>
      >()
      return String(entry[key])
    }
    await t.test('z undoes the last action, although its answer has not come yet', async () => {
      await page.goto(stage.base)
      await page.keyboard.press('j')
      await page.keyboard.press('s')
      await page.waitForSelector('.card svg.star')
      await untilText(page, '.toast p', /^Starred: /)
      for (const key of ['a', 'z']) await page.keyboard.press(key)
      await untilText(page, '.toast p', /^Undone: /)
      await untilListed(page, ['Aster', 'Birch', 'Clover'])
      assert.equal(await page.locator('.card svg.star').count(), 1)
      await page.keyboard.press('z')
      await until('no star', async () => (await page.locator('.card svg.star').count()) === 0)
    })
    await t.test('several actions are undone one after the other, faster than the answers come', async () => {
      await page.goto(stage.base)
      for (const key of ['j', 'a', 'a', 'z', 'z']) await page.keyboard.press(key)
      await untilText(page, '.toast p', /^Undone: /)
      await untilListed(page, ['Aster', 'Birch', 'Clover'])
      await page.reload()
      await untilListed(page, ['Aster', 'Birch', 'Clover'])
    })
    await t.test('the focused card stays in the window when a card comes back above it', async () => {
      await page.setViewportSize({ width: 1280, height: 430 })
      await page.goto(stage.base)
      for (const key of ['j', 'a', 'j', 'z']) await page.keyboard.press(key)
      await untilListed(page, ['Aster', 'Birch', 'Clover'])
      const focused = page.locator('.card:focus-within')
      assert.match(await focused.innerText(), /Clover/)
      const { y, height } = (await focused.boundingBox())!
      assert.ok(y + height <= 431, `the card ends at ${y + height}`)
      await page.setViewportSize({ width: 1280, height: 800 })
    })
    await t.test('the message of an action stays when the undo before it is answered', async () => {
      const starred = async () =>
        (await stage.app.ask(stage.app.alice, { url: '/api/entries?starred=1' })).json<{ total: number }>().total
      await page.goto(stage.base)
      for (const key of ['j', 'a', 'z', 's']) await page.keyboard.press(key)
      await untilText(page, '.toast p', /^Starred: /)
      // The page sends the change when the undo is answered.
      await until('it is starred', async () => (await starred()) === 1)
      await page.click('.toast:has-text("Starred: ") [data-action-name=undo]')
      await until('it is not starred', async () => (await starred()) === 0)
    })
    await t.test('so is an action while reading', async () => {
      await page.goto(`${stage.base}/view/${id}`)
      await page.keyboard.press('s')
      await untilText(page, '.toast p', /^Starred: /)
      for (const key of ['a', 'z']) await page.keyboard.press(key)
      await until('it is unread', async () => (await shown('is_archived')) === '0')
      await untilText(page, '.toast p', /^Undone: /)
      assert.equal(await shown('is_starred'), '1')
    })
    await t.test('the field for tags opens at once after an undo, and gets what is typed', async () => {
      await page.goto(`${stage.base}/view/${id}`)
      for (const key of ['s', 'z', 't']) await page.keyboard.press(key)
      await page.keyboard.type('orchard')
      await until('it is starred', async () => (await shown('is_starred')) === '1')
      assert.equal(await page.inputValue('#tag-field'), 'orchard')
      assert.equal(page.url(), `${stage.base}/view/${id}`)
    })
    assert.deepEqual(stage.complaints, [])
  })
}
