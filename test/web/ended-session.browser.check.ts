import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter, openStage, saveTitles, signIn, until } from './service-and-browser.fixture.ts'
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
    await page.waitForSelector('[name=add]:focus')
    assert.equal(await page.inputValue('[name=add]'), 'wood')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#head-tags:has-text("wood")')
    await page.reload()
    assert.equal(await page.inputValue('[name=add]'), '')
    assert.deepEqual(stage.complaints, [])
  })
}

test('the text of a form that was sent after the session had ended, in a browser', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  const name = 'Essays on walls'
  const sendTooLate = async () => {
    await page.goto(`${stage.base}/collections/new`)
    await page.fill('[name=name]', name)
    await page.context().clearCookies({ name: 'session' })
    await page.click('main .button')
    await page.waitForSelector('[name=_password]')
  }
  await t.test('is there again after signing in', async () => {
    await sendTooLate()
    await enter(stage, page)
    await page.waitForSelector('[name=name]:focus')
    assert.equal(await page.inputValue('[name=name]'), name)
  })
  await t.test('is not shown to another user', async () => {
    await sendTooLate()
    await enter({ ...stage, app: { ...stage.app, alice: stage.app.bob } }, page)
    await until('the form is sent', () => page.evaluate<boolean>("!('dogear-unsent-form' in sessionStorage)"))
    assert.equal(await page.inputValue('[name=name]'), '')
  })
  assert.deepEqual(stage.complaints, [])
})
