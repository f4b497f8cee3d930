import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  enter,
  openPage,
  openStage,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilWatched,
} from './browser-stage.fixture.ts'
import { writeFormerStore } from './former-store.fixture.ts'
import { countStored, cutNetwork, untilKept } from './offline-store.fixture.ts'

test('a store of the version before keeps its pending changes, its texts and its choice', async (t) => {
  const stage = await openStage(t)
  const [id = 0, other = 0] = await saveTitles(stage, ['Older', 'Newer'])
  const page = await openPage(stage, { serviceWorkers: 'allow' })
  // A response without scripts: no service worker opens the store before it is written.
  await page.goto(`${stage.base}/healthz`)
  await writeFormerStore(page, {
    user: stage.app.alice.id,
    tables: {
      meta: [
        ['keeping', KEEPING],
        ['client', CLIENT],
      ],
    },
    outbox: [
      pending(1, 'waiting', { type: 'entries', action: 'change', id, set: { archived: true } }),
      pending(2, 'rejected', { type: 'entries', action: 'change', id: 999_999, set: { starred: true } }),
      pending(3, 'waiting', { type: 'entries', action: 'change', id: other, add_tags: ['kept'] }),
    ],
    contents: [[other, `<p>${'word '.repeat(200)}lighthouse</p>`]],
  })
  await page.goto(`${stage.base}/login`)
  await enter(stage, page)
  await untilWatched(page)
  await t.test('the pending changes are sent, and the rejected one is still shown', async () => {
    await until('the changes are sent', async () => (await statesOf(page)).join() === 'done,rejected,done')
    const answer = await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}.json` })
    assert.equal(answer.json<{ is_archived: number }>().is_archived, 1)
    await page.goto(`${stage.base}/outbox`)
    assert.match(await page.innerText('main'), /Change 2/)
  })
  await t.test('the choice of kept articles and the identity of the browser are the same', async () => {
    assert.deepEqual(await metaOf(page, 'keeping'), KEEPING)
    assert.equal(await metaOf(page, 'client'), CLIENT)
  })
  await t.test('texts that were stored before are found offline by their last words', async () => {
    await until('the text is indexed', async () => (await countStored(page, 'documents')) === 1)
    await cutNetwork(stage, page)
    await page.goto(`${stage.base}/search?q=lighthouse`)
    await untilListed(page, ['Newer'])
  })
})

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

const CLIENT = '6f1c0a52-64a1-4d0e-9a4e-0d6ff6f7a001'
/** No article is fetched, so the stored text stays as it is. */
const KEEPING = { newest: 0, collections: [], isAll: false, megabytes: 100, isMeteredAllowed: true }

function pending(seq: number, state: string, operation: object): object {
  return {
    seq,
    op: crypto.randomUUID(),
    at: new Date().toISOString(),
    actionId: 901_790_000_000_000 + seq,
    kind: 'archive',
    title: `Change ${seq}`,
    operation,
    state,
    ...(state === 'rejected' && { reason: 'unknown-entry' }),
  }
}

const stored = <Value>(page: Page, expression: string): Promise<Value> =>
  page.evaluate<Value>(`(async () => {
    const [{ name }] = (await indexedDB.databases()).filter((one) => /^dogear-\\d+$/.test(one.name))
    const result = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const store = await result(indexedDB.open(name))
    const value = await result(${expression})
    store.close()
    return value
  })()`)

/** @returns the states of the changes in the outbox, in their order */
async function statesOf(page: Page): Promise<string[]> {
  const records = await stored<{ state: string }[]>(page, `store.transaction('outbox').objectStore('outbox').getAll()`)
  return records.map(({ state }) => state)
}

const metaOf = (page: Page, name: string) =>
  stored<unknown>(page, `store.transaction('meta').objectStore('meta').get('${name}')`)
