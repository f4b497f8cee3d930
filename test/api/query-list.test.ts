import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEntryDetails } from '../../bench/search/add-entry-details.ts'
import { fillLibrary, READER } from '../../bench/search/fill-library.ts'
import { makeLibrary } from '../../bench/search/random-texts.ts'
import { typicalQueries } from '../../bench/search/typical-queries.ts'
import { filterByQuery } from '../../src/api/entries/filter-by-query.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { SqlValue } from '../../src/db/database.ts'
import { type EntryPage, readListPage } from '../../src/entries/listing/list-entries.ts'
import { openIndexConnection } from '../../src/search/sqlite-index.ts'
import { listSqlite } from '../../src/search/sqlite-list.ts'
import { testDatabase } from '../support/database.ts'

/** The library is so large that most queries match several entries. */
const SIZE = { entries: 3000, entriesOfOthers: 200, words: 10, secondsBetweenSaves: 120 }
const NOW = { at: new Date('2022-01-01T00:00:00Z'), timeZone: 'UTC' }
const ORDERS = [
  { sort: 'created', order: 'desc', page: 1 },
  { sort: 'created', order: 'asc', page: 2 },
  { sort: 'saved', order: 'desc', page: 40 },
  { sort: 'title', order: 'asc', page: 3 },
] as const

const ids = ({ entries }: EntryPage) => entries.map(({ id }) => id)

test('sqlite: lists of a large library are the same by the full-text index and by SQL alone', async (t) => {
  const { database, url } = await testDatabase(t, 'sqlite')
  const location = parseDatabaseUrl(url)
  assert.ok(location.dialect === 'sqlite')
  await fillLibrary(database, location, SIZE)
  await addEntryDetails(database, SIZE.entries + SIZE.entriesOfOthers)
  const connection = openIndexConnection(location.path)
  const read = async <Row>(sql: string, parameters: readonly SqlValue[]) => connection.all<Row>(sql, ...parameters)
  const found = { some: 0, many: 0 }
  for (const [index, q] of typicalQueries(makeLibrary(11)).entries()) {
    const order = ORDERS[index % ORDERS.length]!
    const criteria = { perPage: 30, ...order, ...(index % 3 === 0 && { isArchived: false }) }
    const { filter } = filterByQuery(criteria, { q }, { collections: [], now: NOW, dialect: 'sqlite' })
    const page = await listSqlite(connection, READER, filter)
    const inSql = await readListPage(read, READER, filter)
    assert.deepEqual([page.total, ids(page)], [inSql.total, ids(inSql)], `${q} by ${order.sort}`)
    found[page.total > 1000 ? 'many' : 'some'] += 1
  }
  assert.ok(found.some > 20 && found.many > 20, JSON.stringify(found))
})
