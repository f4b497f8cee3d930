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
} from './service-and-browser.fixture.ts'
import { writeFormerStore, type FormerStore } from './former-offline-store.fixture.ts'
import { askStore, countStored, cutNetwork, metaOf, untilKept } from './offline-store.fixture.ts'

for (const version of [1, 2] as const) {
  test(`a store of version ${version} keeps its pending changes, its texts and its choice`, async (t) => {
    const stage = await openStage(t)
    const [id = 0, other = 0] = await saveTitles(stage, ['Older', 'Newer'])
    const page = await openPage(stage, { serviceWorkers: 'allow' })
    // This response contains no scripts, so no service worker opens the store before the test writes it.
    await page.goto(`${stage.base}/healthz`)
    await writeFormerStore(page, {
      version,
      user: stage.app.alice.id,
      tables: {
        meta: [
          ['keeping', KEEPING],
          ['client', CLIENT],
          ['nextDocument', 1],
        ],
        ...(version === 2 && formerIndex(other)),
      },
      outbox: [
        pending(1, 'waiting', { type: 'entries', action: 'change', id, set: { archived: true } }),
        pending(2, 'rejected', { type: 'entries', action: 'change', id: 999_999, set: { starred: true } }),
        pending(3, 'waiting', { type: 'entries', action: 'change', id: other, add_tags: ['kept'] }),
      ],
      contents: [[other, `<p>${WORDS}</p>`]],
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
      for (const query of ['lighthouse', '"word lighthouse"']) {
        await page.goto(`${stage.base}/search?${new URLSearchParams({ q: query })}`)
        await untilListed(page, ['Newer'])
      }
    })
  })
}

const WORDS = `${'word '.repeat(200)}lighthouse`

/** @returns a full-text index of version 2 for an entry with these words */
function formerIndex(entry: number): FormerStore['tables'] {
  return {
    documents: [[entry, 0]],
    words: [[0, ` ${WORDS} `]],
    postings: [
      [['wo', 0], '[["word",[0]]]'],
      [['li', 0], '[["lighthouse",[0]]]'],
    ],
  }
}

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
/** A choice with which the browser downloads no articles, so the stored text does not change. */
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

/** @returns the states of the changes in the outbox, in their order */
async function statesOf(page: Page): Promise<string[]> {
  const records = await askStore<{ state: string }[]>(
    page,
    `store.transaction('outbox').objectStore('outbox').getAll()`,
  )
  return records.map(({ state }) => state)
}
