import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, until } from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

for (const delay of DELAYS) {
  test(`tags are added one after the other in the reader, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const [id] = await saveTitles(stage, ['Aster'])
    const page = await signIn(stage)
    const isFocused = () => page.evaluate<boolean>("document.activeElement.id === 'tag-field'")
    const stored = async () => {
      const entry = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<{
        tags: { label: string }[]
      }>()
      return entry.tags.map(({ label }) => label).toSorted()
    }
    await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'networkidle' })
    await page.keyboard.press('t')
    await page.waitForSelector('#tag-field[role=combobox]:focus')
    await page.keyboard.type('shore')
    await page.keyboard.press('Enter')
    await page.keyboard.type('tide')
    await until(
      'the first tag is stored and shown',
      async () => (await page.locator('#tags-set [value=shore]').count()) === 1,
    )
    assert.ok(await isFocused())
    assert.equal(await page.inputValue('#tag-field'), 'tide')
    await page.keyboard.press('Enter')
    await until('both are stored', async () => (await stored()).join() === 'shore,tide')
    await page.waitForSelector('#tags-set [value=tide]')
    assert.ok(await isFocused())
    await page.keyboard.press('Escape')
    assert.deepEqual(stage.complaints, [])
  })
}
