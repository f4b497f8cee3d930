import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, until, untilText } from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

for (const delay of DELAYS) {
  test(`suggestions for a query in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    await saveTitles(stage, ['Aster', 'Birch'], { tags: 'slow food, dev' })
    const page = await signIn(stage)
    await page.goto(`${stage.base}/search`)
    const field = page.locator('#q')
    const options = page.locator('#q-suggestions [role=option]')
    const listed = async (count: number) => until(`${count} options`, async () => (await options.count()) === count)

    await t.test('a field and its value are chosen with the keyboard', async () => {
      await field.pressSequentially('ta')
      await listed(1)
      assert.equal(await field.getAttribute('aria-expanded'), 'true')
      await untilText(page, '#q-suggestions + [role=status]', '1 suggestion')
      await page.keyboard.press('ArrowDown')
      assert.equal(await field.getAttribute('aria-activedescendant'), 'completion-0')
      await page.keyboard.press('Enter')
      assert.equal(await field.inputValue(), 'tag:')
      await listed(2)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Tab')
      assert.equal(await field.inputValue(), 'tag:"slow food" ')
      assert.equal(await field.getAttribute('aria-expanded'), 'false')
      assert.equal(await page.evaluate<string>('document.activeElement.id'), 'q')
    })
    await t.test('Escape closes the list and leaves the text', async () => {
      await field.pressSequentially('is:un')
      await listed(2)
      await page.keyboard.press('Escape')
      await listed(0)
      assert.equal(await field.inputValue(), 'tag:"slow food" is:un')
    })
    await t.test('one is chosen with the mouse, and Enter searches', async () => {
      await field.pressSequentially('r')
      await listed(1)
      await options.first().click()
      assert.equal(await field.inputValue(), 'tag:"slow food" is:unread ')
      await page.keyboard.press('Enter')
      await untilText(page, '.search-explanation', /tagged slow food/)
      assert.equal(await page.locator('.card').count(), 2)
    })
    await t.test('the search box beside the lists suggests, too', async () => {
      await page.goto(`${stage.base}/unread/list`)
      await page.locator('#rail-search').pressSequentially('tag:de')
      const suggestion = page.locator('#rail-suggestions [role=option]')
      await until('a suggestion', async () => (await suggestion.count()) === 1)
      // Playwright clicks only the topmost element at a point, so this fails if another element covers the suggestion.
      await suggestion.click({ position: { x: 300, y: 10 } })
      await page.keyboard.press('Enter')
      await untilText(page, '.search-explanation', /tagged dev/)
    })
    assert.deepEqual(stage.complaints, [])
  })
}
