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
    globalThis.missing = [...document.querySelectorAll('link:is([href$="/reader.css"], [href$="/reader-bar.css"], [href$="/annotations.css"])')].filter(({ sheet }) => sheet === null).length
  })`)
  await page.click('.card-title a')
  await page.waitForSelector('.prose')
  assert.equal(await page.evaluate<number>('missing'), 0)
  assert.deepEqual(service.complaints, [])
})
