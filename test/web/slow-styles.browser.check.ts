import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn } from './service-and-browser.fixture.ts'
import { throughSlowNetwork } from './slow-network.fixture.ts'

test('an article on a slow network appears with its styles', async (t) => {
  const service = await openStage(t)
  await saveTitles(service, ['Slow'], { content: '<p>Low water at noon.</p>' })
  const page = await signIn(service)
  const slow = await throughSlowNetwork(t, service, 3000)
  await page.goto(`${slow.base}/unread/list`)
  await page.evaluate(`addEventListener('turbo:render', () => {
    globalThis.hadStyles = document.querySelector('link[href$="/reading.css"]').sheet !== null
  })`)
  await page.click('.card-title a')
  await page.waitForSelector('.prose')
  assert.equal(await page.evaluate<boolean>('hadStyles'), true)
  assert.deepEqual(service.complaints, [])
})
