import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, until, untilText, untilWatched } from './service-and-browser.fixture.ts'
import { throughLossyNetwork } from './lossy-network.fixture.ts'
import { countStored, untilKept } from './offline-store.fixture.ts'
import { selectForBar } from './select-text.fixture.ts'

interface WireAnnotation {
  readonly quote: string
  readonly text: string
}

test('a note whose response is lost is stored once', async (t) => {
  const network = await throughLossyNetwork(t, await openStage(t))
  const { stage } = network
  const [id] = await saveTitles(stage, ['Tides'])
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  const stored = async () => {
    const answer = await stage.app.ask(stage.app.alice, { url: `/api/annotations/${id}` })
    return answer.json<{ rows: WireAnnotation[] }>().rows.map(({ quote, text }) => [quote, text])
  }
  await page.goto(`${stage.base}/view/${id}`)
  await selectForBar(page, 'told here')
  // Loses all responses, including those to synchronization requests. Otherwise, a synchronization would send the note
  // again from the outbox, or receive the note from the server before the page has put the form into the outbox.
  network.lose('')
  await page.keyboard.press('m')
  await page.keyboard.type('heard twice')
  await page.keyboard.press('Control+Enter')
  // Chromium may retry the request before it reports the failure.
  await until('the response is lost', async () => network.lost() > 0)
  await until('the form is in the outbox', async () => (await countStored(page, 'outbox')) === 1)
  assert.deepEqual(await stored(), [['told here', 'heard twice']], 'the request has arrived')
  await untilText(page, '.annotation-item .note', 'heard twice')
  network.lose(undefined)
  await page.reload()
  await untilText(page, '.annotation-item .note', 'heard twice')
  assert.equal(await page.locator('.annotation-item').count(), 1)
  assert.equal(await page.locator('mark.annotation-draft, .note-unsent').count(), 0)
  assert.deepEqual(await stored(), [['told here', 'heard twice']])
})
