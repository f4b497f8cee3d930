import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, untilListed, untilWatched } from './service-and-browser.fixture.ts'
import { untilKept } from './offline-store.fixture.ts'

test('while a newer version of the app upgrades the store, pages and actions use the server', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Only'])
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  await page.evaluate(`new Promise(async (resolve, reject) => {
    const { name } = (await indexedDB.databases()).find((one) => /^dogear-\\d+$/.test(one.name))
    const request = indexedDB.open(name, 99)
    request.onsuccess = () => { request.result.close(); resolve() }
    request.onerror = () => reject(request.error)
  })`)
  await page.goto(stage.base)
  await untilListed(page, ['Only'])
  await page.hover('.card')
  await page.click('.card [data-action-name=archive]')
  await untilListed(page, [])
  await page.goto(`${stage.base}/archive/list`)
  await untilListed(page, ['Only'])
  assert.deepEqual(stage.complaints, [])
})
