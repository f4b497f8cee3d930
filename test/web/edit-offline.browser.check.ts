import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireEntry } from '../support/app.ts'
import { startAgain, stop, untilKept } from './offline-store.fixture.ts'
import { openStage, saveTitles, signIn, until, untilText, untilWatched } from './service-and-browser.fixture.ts'

test('authors and date can be edited without a network, and reach the server later', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['One'], { authors: 'Wrong Name', published_at: '2024-03-08' })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  await stop(stage)
  await page.goto(`${stage.base}/edit/${id}`)
  await page.fill('[name=authors]', 'Jane Doe, John Roe')
  await page.fill('[name=date]', '')
  await page.click('.edit-form .button')
  await untilText(page, 'main h1', 'One')
  await untilText(page, 'article .meta, header .meta', /Jane Doe, John Roe/)
  await page.goto(`${stage.base}/outbox`)
  await untilText(page, '.history', /Authors changed[^]*Date changed|Date changed[^]*Authors changed/)
  await startAgain(stage)
  await page.goto(stage.base)
  await until('the server has the change', async () => {
    const entry = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()
    return String(entry['published_by']) === 'Jane Doe,John Roe' && entry['published_at'] === null
  })
  assert.deepEqual(stage.complaints, [])
})
