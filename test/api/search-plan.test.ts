import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { indexWords } from '../../src/query/text/index-words.ts'
import { searchQuery } from '../../src/search/search-query.ts'
import { findSqlite } from '../../src/search/sqlite-find.ts'
import { openIndexConnection, storeWords, type IndexConnection } from '../../src/search/sqlite-index.ts'
import { testDatabase } from '../support/database.ts'

const TIMES = '2026-01-01T00:00:00.000Z'
const INSERT =
  'insert into entry (id, user_id, url, title, created_at, updated_at, revision) values ($1, $2, $3, $4, $5, $5, 0)'

/** Adds entries 1 to 50 of one user. If `isInOrder` is true, entries with higher ids are newer, otherwise older. */
async function library(t: Parameters<typeof testDatabase>[0], isInOrder: boolean) {
  const { database, url } = await testDatabase(t, 'sqlite')
  const times = { created_at: TIMES, updated_at: TIMES }
  await database.transaction((tx) =>
    tx
      .insertInto('users')
      .values({ id: 1, username: 'u', username_key: 'u', password_hash: '', ...times })
      .execute(),
  )
  const location = parseDatabaseUrl(url)
  assert.ok(location.dialect === 'sqlite')
  const connection = openIndexConnection(location.path)
  const base = { domain: '', language: 'en', authors: [], tags: [], notes: [], content: '<p>lantern</p>' }
  connection.write(() => {
    for (let id = 1; id <= 50; id++) {
      const minute = String(isInOrder ? id : 59 - id).padStart(2, '0')
      connection.run(INSERT, id, 1, `https://a.example/${id}`, 'T', `2026-01-01T00:${minute}:00.000Z`)
      storeWords(connection, 1, id, indexWords({ id, title: 'T', url: `https://a.example/${id}`, ...base }))
    }
    return true
  })
  return connection
}

/** @returns a connection that records its queries, and the list of them */
function listening(connection: IndexConnection) {
  const asked: { readonly sql: string; readonly parameters: readonly never[] }[] = []
  const all: IndexConnection['all'] = (sql, ...parameters) => {
    asked.push({ sql, parameters: parameters as never[] })
    return connection.all(sql, ...parameters)
  }
  return { asked, listener: { ...connection, all } }
}

/**
 * The expected plans by `isInOrder`. If the ids are in chronological order, the first search caches this order and the
 * revisions of all entries, and the second search reads only later changes for both. Otherwise, each search reads the found entries by id to sort
 * them.
 */
const PLANS = {
  true: { count: 2, plan: /SEARCH entry USING (?:COVERING )?INDEX entry_revision \(user_id=\? AND revision>\?\)/ },
  false: { count: 1, plan: /SEARCH entry USING INTEGER PRIMARY KEY \(rowid=\?\)/ },
}

for (const isInOrder of [true, false]) {
  test(`a page of results is found without reading all entries: ${isInOrder ? 'in' : 'out of'} order`, async (t) => {
    const connection = await library(t, isInOrder)
    const { asked, listener } = listening(connection)
    const page = { offset: 0, limit: 3, sort: 'created' } as const
    for (let round = 0; round < 2; round++) {
      // Keeps only the queries of the second search, which can use the cache.
      asked.length = 0
      const found = findSqlite(listener, 1, searchQuery('lantern'), page)
      assert.equal(found.total, 50)
      assert.deepEqual(
        found.entries.map(({ id }) => Number(id)),
        isInOrder ? [50, 49, 48] : [1, 2, 3],
      )
    }
    const plans = asked
      .filter(({ sql }) => sql.includes('from entry'))
      .flatMap(({ sql, parameters }) => connection.all<{ detail: string }>(`explain query plan ${sql}`, ...parameters))
      .map(({ detail }) => detail)
      .filter((detail) => detail.includes('entry'))
    const expected = PLANS[`${isInOrder}`]
    assert.equal(plans.length, expected.count, plans.join())
    for (const plan of plans) assert.match(plan, expected.plan)
  })
}
