import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database, Dialect } from '../db/database.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import { createCollection } from '../entries/undoable-actions/collection-actions.ts'
import { FILES } from './import-files.fixture.ts'
import { listImports } from './import.repository.ts'
import { parseCollections } from './parsing/parse-collections.ts'
import { memorySource } from './parsing/parsed-file.fixture.ts'
import { runImport } from './run-import.ts'
import { runImportInline } from './run-import-inline.ts'

const OWNER = 1 as UserId
const NOTHING = () => undefined
const LOG = { jobFinished: NOTHING, jobFailed: NOTHING, jobDied: NOTHING, queueTroubled: NOTHING }
const INPUT = {
  owner: OWNER,
  fileName: 'karakeep.json',
  format: 'karakeep',
  options: { isAllRead: false, isFetching: false, tags: [] },
} as const
const PAGES = 320

const bookmark = (page: number, lists: readonly string[]) => ({
  createdAt: 1_772_357_400 + page,
  title: `Page ${page}`,
  tags: [],
  lists,
  content: { type: 'link', url: `https://e.org/${page}` },
  note: null,
  archived: false,
})
const list = (id: string, name: string, more = {}) => ({
  id,
  name,
  description: null,
  icon: '🚀',
  type: 'manual',
  query: null,
  parentId: null,
  ...more,
})
const KARAKEEP = memorySource(
  JSON.stringify({
    bookmarks: Array.from({ length: PAGES }, (_, page) =>
      bookmark(page, [...(page % 100 === 7 ? ['rare'] : []), ...(page % 2 ? ['odd', 'unknown'] : [])]),
    ),
    lists: [
      list('odd', 'Odd'),
      list('rare', 'Rare', { parentId: 'odd' }),
      list('smart', 'Sea', { type: 'smart', query: 'tag:sea or is:fav and is:archived' }),
    ],
  }),
)

async function prepared(t: TestContext, dialect: Dialect) {
  const { database } = await testDatabase(t, dialect)
  const { queue, signals } = openJobs(database, { slots: 1, log: LOG })
  t.after(() => signals.close())
  await database.transaction(async (tx) => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    const user = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', ...times }
    await tx.insertInto('users').values(user).execute()
    await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
  })
  return { database, jobs: queue, clock: systemClock, clean: () => assert.fail('there is no content') }
}

/** @returns the names and queries of the collections, each with the numbers of its pages */
async function collections(database: Database) {
  const rows = await database
    .prepare<{ name: string; query: string; url: string | null }>(
      `select collection.name, collection.query, entry.url from collection
       left join collection_entry on collection_entry.collection_id = collection.id
       left join entry on entry.id = collection_entry.entry_id
       order by collection.position, collection_entry.position`,
    )
    .all()
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, found]) => ({
    name,
    query: found[0]!.query,
    pages: found.flatMap(({ url }) => (url === null ? [] : Number(url.split('/').at(-1)))),
  }))
}

const ODD = Array.from({ length: PAGES / 2 }, (_, index) => 2 * index + 1)
const EXPECTED = [
  { name: 'Odd', query: '', pages: ODD },
  { name: 'Odd / Rare', query: '', pages: [7, 107, 207, 307] },
  { name: 'Sea', query: '(tag:sea OR is:fav) is:archived', pages: [] },
]

for (const dialect of DIALECTS) {
  test(`lists of Karakeep become collections, however often the import breaks off (${dialect})`, async (t) => {
    const deps = await prepared(t, dialect)
    const stopping = new AbortController()
    const first = runImportInline(deps, INPUT, KARAKEEP, {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    await assert.rejects(first, RetryLater)
    const [open] = await deps.database.read((db) => listImports(db, OWNER))
    assert.ok(open!.rowsDone > 0 && open!.rowsDone < PAGES)
    const done = await runImport(deps, open!, KARAKEEP, { signal: new AbortController().signal })
    assert.deepEqual([done?.state, done?.imported, done?.failed], ['done', PAGES, 0])
    assert.deepEqual(await collections(deps.database), EXPECTED)
  })

  test(`existing pages and collections are used, without duplicates (${dialect})`, async (t) => {
    const deps = await prepared(t, dialect)
    const run = { signal: new AbortController().signal }
    await createCollection(deps, OWNER, { name: 'odd', query: 'time:>5' })
    await runImportInline(deps, INPUT, KARAKEEP, run)
    const { job } = await runImportInline(deps, INPUT, KARAKEEP, run)
    assert.deepEqual([job.imported, job.skipped], [0, PAGES])
    const [own, ...others] = await collections(deps.database)
    assert.deepEqual(own, { name: 'odd', query: 'time:>5', pages: ODD })
    assert.deepEqual(others, EXPECTED.slice(1))
  })
}

test('only files with lists have collections, at most as many as a user can have', async () => {
  const found = await parseCollections(memorySource(FILES.karakeep), 'auto')
  assert.deepEqual(found, [{ key: 'k1', name: 'Sea' }])
  assert.deepEqual(await parseCollections(memorySource(FILES.omnivore), 'auto'), [])
  assert.deepEqual(await parseCollections(memorySource('{"bookmarks":[{"createdAt":1}],"lists":[{'), 'auto'), [])
  assert.deepEqual(await parseCollections(memorySource('nothing'), 'karakeep'), [])
  const many = { bookmarks: [bookmark(1, [])], lists: Array.from({ length: 2000 }, (_, id) => list(`${id}`, `L${id}`)) }
  assert.equal((await parseCollections(memorySource(JSON.stringify(many)), 'auto')).length, 500)
})
