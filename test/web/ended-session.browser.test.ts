import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter, openStage, saveTitles, signIn } from './browser-stage.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

for (const delay of DELAYS) {
  test(`a session that ends while reading, in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const [id] = await saveTitles(stage, ['Ash'])
    const page = await signIn(stage)
    await page.goto(`${stage.base}/view/${id}`)
    await page.click('[data-action-name=tags]')
    await page.context().clearCookies({ name: 'session' })
    await page.fill('[name=add]', 'wood')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.lead:text-is("Your session has ended. Sign in to continue.")')
    await enter(stage, page)
    assert.equal(new URL(page.url()).pathname, `/view/${id}`)
    assert.deepEqual(stage.complaints, [])
  })
}
