import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertEntries } from '../support/insert-entries.ts'
import { throughLossyNetwork } from './lossy-network.fixture.ts'
import { startAgain, stop } from './offline-store.fixture.ts'
import {
  openStage,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
  untilWatched,
} from './service-and-browser.fixture.ts'
import { answerAfter, hasten, openScene, recordTexts, SLOW } from './slow-server.fixture.ts'

test('a server that never answers', async (t) => {
  const { service, network, stage, page, archived, kept } = await openScene(t)
  const shown = await recordTexts(page)
  network.hold('')
  await t.test('stored lists and articles can be read', async () => {
    await page.goto(`${stage.base}/unread/list`)
    await untilText(page, '#offline-state', SLOW)
    await untilListed(page, ['Kept'])
    await page.click('.card-title a')
    await page.waitForURL(`**/view/${kept}**`)
    await untilText(page, '.prose', /Kept is told here/)
    await untilText(page, '#offline-state', SLOW)
  })
  await t.test('an article that is not stored is shown when the server comes back', async () => {
    const coming = page.goto(`${stage.base}/view/${archived}`)
    await until('the request is held', async () => network.held() > 0)
    await page.waitForURL(`**/view/${kept}**`)
    network.hold(undefined)
    await coming
    await untilText(page, '.prose', /Archived is told here/)
  })
  assert.doesNotMatch(shown(), /offline|deleted/)
  await t.test('when it cannot be reached any more, the page says that it is offline', async () => {
    network.hold('')
    await page.goto(`${stage.base}/all/list?sort=title&order=desc`)
    await untilText(page, '#offline-state', SLOW)
    await stop(stage)
    network.cut()
    await untilText(page, '#offline-state', /^You’re offline/)
    await untilListed(page, ['Archived', 'Kept'])
  })
  await t.test('only the server says that an entry was deleted', async () => {
    await page.goto(`${stage.base}/view/999999`)
    await untilText(page, 'main h1', 'You’re offline')
    await startAgain(service)
    network.hold(undefined)
    await page.goto(`${stage.base}/view/999999`)
    await untilText(page, 'main', /deleted/)
  })
})

test('before the first synchronization has ended, pages wait for the slow server', async (t) => {
  const network = await throughLossyNetwork(t, await openStage(t))
  const { stage } = network
  // More entries than one response of the synchronization contains.
  await insertEntries(stage.app.database, stage.app.alice.id, 510)
  const [last] = await saveTitles(stage, ['Last'])
  network.hold('GET /sync?since')
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  const shown = await recordTexts(page)
  await untilWatched(page)
  await until('the second part of the library is held', async () => network.held() > 0)
  await hasten(page)
  answerAfter(network, 15)
  await page.goto(`${stage.base}/view/${last}`)
  await untilText(page, '.prose', /Last is told here/)
  assert.doesNotMatch(shown(), /offline|deleted|slow/)
})
