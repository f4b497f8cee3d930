import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeLibrary } from '../../bench/search/random-texts.ts'
import { typicalQueries } from '../../bench/search/typical-queries.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import {
  openStage,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { askStore, countStored, cutNetwork, metaOf, restoreNetwork } from './offline-store.fixture.ts'

/** Number of results on one page. */
const ENTRIES = 28
/**
 * Number of words in a text. Each stored entry includes about the first sixty words of its text. All later words can be
 * found only with the full-text index.
 */
const WORDS = 300

test('typical queries find the same entries with and without a network', { timeout: 120_000 }, async (t) => {
  const stage = await openStage(t)
  await saveLibrary(stage)
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await keepEverything(stage, page)
  await until('all texts are indexed', async () => (await countStored(page, 'documents')) === ENTRIES)
  const all = [...typicalQueries(makeLibrary(11)), ...MORE]
  const queries = [...new Set(all)]
  const filters = [...new Set(all.filter((_query, index) => index % 4 === 0))]
  const online = await findAll(page, queries, filters)
  await cutNetwork(stage, page)
  const offline = await findAll(page, queries, filters)
  for (const [index, query] of queries.entries()) assert.deepEqual(offline[index], online[index], query)
  const selective = online.filter(({ found }) => found.length > 0 && found.length < ENTRIES)
  assert.ok(selective.length > queries.length / 3, `only ${selective.length} queries tell entries apart`)
})

/** Number of entries: more than the search ranks, and enough for several segments of the full-text index. */
const ENTRY_COUNT = 1040

test('a phrase is found in all of many entries, and in the oldest one', { timeout: 120_000 }, async (t) => {
  const stage = await openStage(t)
  await insertRowsAsJson(stage)
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await keepEverything(stage, page, ENTRY_COUNT)
  const isIndexed = async () => (await countStored(page, 'documents')) === ENTRY_COUNT
  while (!(await isIndexed())) await new Promise((resolve) => setTimeout(resolve, 500))
  await cutNetwork(stage, page)
  await page.goto(`${stage.base}/search?q="sea+wall"&sort=created`)
  await untilText(page, '#list-count', '1,039 entries')
  await untilListed(
    page,
    Array.from({ length: 30 }, (_, index) => `Number ${ENTRY_COUNT - index}`),
  )
  await page.click('.pager [rel=next]')
  await until('the next page', async () => (await titles(page))[0] === `Number ${ENTRY_COUNT - 30}`)
  await page.goto(`${stage.base}/search?q="oldest+wall"`)
  await untilListed(page, ['Number 1'])
  await page.goto(`${stage.base}/search?q=NOT+"sea+wall"`)
  await untilListed(page, ['Number 1'])
})

test('a replaced text is found by its new words only, also after the index is built again', async (t) => {
  const stage = await openStage(t)
  const [, newer] = await saveTitles(stage, ['Older', 'Newer'])
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await until('the texts are indexed', async () => (await countStored(page, 'documents')) === 2)
  const payload = { content: `<p>${'Quite other words than before. '.repeat(20)}The lighthouse keeper</p>` }
  await stage.app.ask(stage.app.alice, { method: 'PATCH', url: `/api/entries/${newer}.json`, payload })
  await page.goto(stage.base)
  const numberOf = `store.transaction('documents').objectStore('documents').get(${newer})`
  await until('the new text is indexed', async () => (await askStore(page, numberOf)) === 2)
  await t.test('after the replacement', () => untilFoundOffline(stage, page))
  await restoreNetwork(stage, page)
  // Every indexed text gets the next document number. A high next number simulates an index in which most numbers
  // belong to texts that have been replaced since.
  await askStore(page, "store.transaction('meta', 'readwrite').objectStore('meta').put(5000, 'nextDocument')")
  await page.goto(stage.base)
  const isRebuilt = async () => (await metaOf(page, 'firstDocument')) === 5000
  await until(
    'the index is built again',
    async () => (await isRebuilt()) && (await countStored(page, 'documents')) === 2,
  )
  await t.test('after the index is built again', () => untilFoundOffline(stage, page))
})

async function untilFoundOffline(stage: Stage, page: Page): Promise<void> {
  await cutNetwork(stage, page)
  for (const [query, found] of [
    ['"lighthouse keeper"', 'Newer'],
    ['"told here"', 'Older'],
  ] as const) {
    await page.goto(`${stage.base}/search?${new URLSearchParams({ q: query })}`)
    await untilListed(page, [found])
  }
  await page.goto(`${stage.base}/search?q=lighthosue`)
  await untilText(page, '.search-correction', /Showing “lighthouse”/)
  await untilListed(page, ['Newer'])
}

/** Inserts entries with texts directly into the database, because saving so many takes too long. */
async function insertRowsAsJson({ app: { alice, database } }: Stage): Promise<void> {
  await database.transaction(async (tx) => {
    const numbers = 'with recursive made (id) as (select 1 union all select id + 1 from made where id < ?2)'
    await rawSql(
      tx,
      `insert into entry (id, user_id, url, title, domain_name, created_at, updated_at, revision, fetch_state)
        ${numbers} select id, ?1, 'https://example.org/' || id, 'Number ' || id, 'example.org',
        strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || id || ' minutes'), '2025-01-01T00:00:00.000Z', id, 'done' from made`,
      [alice.id, ENTRY_COUNT],
    )
    await rawSql(
      tx,
      `insert into entry_content (user_id, entry_id, content, extractor_version) ${numbers} select ?1, id,
        cast('"<p>The ' || case id when 1 then 'oldest' else 'sea' end || ' wall of stone.</p>"' as blob), 1 from made`,
      [alice.id, ENTRY_COUNT],
    )
    await rawSql(tx, 'update user_revision set revision = ?2 where user_id = ?1', [alice.id, ENTRY_COUNT])
  })
}

async function keepEverything({ base }: Stage, page: Page, count = ENTRIES): Promise<void> {
  await until('the library is stored', async () => (await countStored(page, 'entries')) === count)
  await page.goto(`${base}/config/offline`)
  await page.check('[name=all]')
  await page.click('main form .button')
  await page.waitForSelector('[name=all][checked]', { state: 'attached' })
  await page.goto(base)
}

/** Queries for words, phrases and prefixes that occur only in the later parts of texts. */
const MORE = [
  ...Array.from({ length: ENTRIES }, (_, id) => `marker${id}`),
  '"end marker7"',
  '"marker7 end"',
  'mark* -marker3',
  'text:"the end"',
  'text:end*',
  'import:3',
  '-import:3',
  'title:marker7',
  '東京',
  '"京都 end"',
  '京',
  'NOT end',
]

async function saveLibrary({ app }: Stage): Promise<void> {
  const library = makeLibrary(11)
  const ops: object[] = []
  for (let id = 0; id < ENTRIES; id++) {
    const { title, content, language, tags } = library.entry(id, WORDS)
    const entry = await app.save(app.alice, `${app.site.url}/article/${library.written()}-${id}`, {
      title,
      language,
      content: `${content}<p>At the <b>end</b> marker${id}${id % 9 === 0 ? ' 東京都 end' : ''}</p>`,
      tags: [...tags, ...(id % 3 === 0 ? ['shelf 7'] : [])].join(','),
      archive: id % 10 < 6 ? 1 : 0,
      starred: id % 7 === 0 ? 1 : 0,
      authors: id % 3 === 0 ? 'Jane Doe' : '',
      published_at: `20${15 + (id % 10)}-06-01T00:00:00Z`,
    })
    const operation = { at: new Date().toISOString(), id: entry.id }
    if (id % 4 === 0) ops.push({ ...operation, type: 'progress', action: 'set', block: 1, share: (id % 12) / 11 })
    if (id % 5 === 0) ops.push({ ...operation, ...noteOn(entry.id), text: library.written() })
  }
  const payload = { ops: ops.map((one) => ({ op: crypto.randomUUID(), ...one })) }
  const answer = await app.ask(app.alice, { method: 'POST', url: '/api/sync', payload })
  const { results } = answer.json<{ results: { result: string }[] }>()
  assert.ok(
    results.every(({ result }) => result === 'applied'),
    answer.body,
  )
  await app.database.transaction(async (tx) => {
    await rawSql(tx, `update entry set reading_time = 1 + (id * 7919) % 45`, [])
    await rawSql(tx, `update entry set import_id = 3 where id % 4 = 1`, [])
    await rawSql(tx, `update entry set mimetype = 'application/pdf' where id % 8 = 0`, [])
    await rawSql(
      tx,
      `update entry set created_at = '2022-03-0' || (1 + id % 9) || 'T10:00:00.000Z' where id % 4 < 2`,
      [],
    )
  })
}

const noteOn = (entry: number) => ({
  type: 'annotations',
  action: 'create',
  id: undefined,
  tmp: crypto.randomUUID(),
  entry,
  quote: 'At the',
  ranges: [{ start: '/p[2]', startOffset: 0, end: '/p[2]', endOffset: 6 }],
})

interface Found {
  /** ids of the entries on the search page, ascending */
  readonly found: readonly number[]
  /**
   * ids of the entries in the list filtered by this query, in the order of the list; empty if `filters` does not
   * contain the query
   */
  readonly listed: readonly number[]
}

/**
 * Opens the page of the search for each query, and the list of all entries for the queries that are used as filters.
 */
function findAll(page: Page, queries: readonly string[], filters: readonly string[]): Promise<Found[]> {
  return page.evaluate<Found[]>(`(async () => {
    const idsOn = async (path, query) => {
      const ids = []
      for (let page = 1; ; page++) {
        const address = path + '?' + new URLSearchParams({ q: query, page: String(page) })
        const text = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
        const found = [...text.matchAll(/<li class="card" id="entry-(\\d+)"/g)].map(([, id]) => Number(id))
        ids.push(...found)
        if (found.length < 30) return ids
      }
    }
    const all = []
    const filters = new Set(${JSON.stringify(filters)})
    for (const query of ${JSON.stringify(queries)}) {
      const found = (await idsOn('/search', query)).toSorted((one, other) => one - other)
      all.push({ found, listed: filters.has(query) ? await idsOn('/all/list', query) : [] })
    }
    return all
  })()`)
}
