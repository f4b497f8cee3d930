import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addEntryDetails } from '../../bench/search/add-entry-details.ts'
import { fillLibrary, READER } from '../../bench/search/fill-library.ts'
import { makeLibrary } from '../../bench/search/random-texts.ts'
import { typicalQueries } from '../../bench/search/typical-queries.ts'
import { filterByQuery } from '../../src/api/entries/filter-by-query.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { Dialect, SqlValue } from '../../src/db/database.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { queryLister, type ReadListPage } from '../../src/entries/listing/list-entries.ts'
import { FrequentQueries } from '../../src/search/postgres/frequent-queries.ts'
import { findPostgres } from '../../src/search/postgres/postgres-find.ts'
import { listPostgres } from '../../src/search/postgres/postgres-list.ts'
import { searchQuery } from '../../src/search/search-query.ts'
import { findSqlite } from '../../src/search/sqlite-find.ts'
import { openIndexConnection } from '../../src/search/sqlite-index.ts'
import { listSqlite } from '../../src/search/sqlite-list.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'

/** The reader owns one of twenty entries, so the cheapest plan reads only the reader's rows. */
const SIZE = { entries: 500, entriesOfOthers: 10_000, words: 20, secondsBetweenSaves: 120 }

interface Asked {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

interface Plans {
  /** Runs the query as a search and as a list filter. @returns the executed SQL statements */
  readonly asked: (text: string) => Promise<readonly Asked[]>
  /** @returns the lines of the query plan for a statement */
  readonly explain: (asked: Asked) => Promise<readonly string[]>
  readonly close: () => void
  /** @returns true if this line of a plan reads rows of other users */
  readonly isForeign: (line: string, next: string | undefined) => boolean
}

async function opened(t: TestContext, dialect: Dialect) {
  const { database, url } = await testDatabase(t, dialect)
  const location = parseDatabaseUrl(url)
  await fillLibrary(database, location, SIZE)
  await addEntryDetails(database, SIZE.entries + SIZE.entriesOfOthers)
  return { database, location }
}

type Opened = Awaited<ReturnType<typeof opened>>

let revision = 0

/** Runs the query as the filter of a list, like `GET /api/entries?q=`. */
async function list({ database: { dialect } }: Opened, readPage: ReadListPage, text: string): Promise<void> {
  const all = { page: 1, perPage: 30, sort: 'created', order: 'desc', tags: [] } as const
  const now = { at: new Date(), timeZone: 'UTC' }
  const { filter } = filterByQuery({ ...all }, { q: text }, { collections: [], now, dialect })
  await queryLister(readPage, () => true)({ id: READER, revision: revision++ }, filter)
}

const PAGE = { offset: 0, limit: 30, sort: 'rank' } as const

function sqlitePlans(given: Opened): Plans {
  assert.ok(given.location.dialect === 'sqlite')
  const connection = openIndexConnection(given.location.path)
  return {
    close: () => undefined,
    asked: async (text) => {
      const asked: Asked[] = []
      const all: typeof connection.all = (sql, ...parameters) => {
        asked.push({ sql, parameters: parameters as SqlValue[] })
        return connection.all(sql, ...parameters)
      }
      const recording = { ...connection, all }
      findSqlite(recording, READER, searchQuery(text), PAGE)
      await list(given, (owner, filter) => listSqlite(recording, owner, filter), text)
      return asked
    },
    explain: async ({ sql, parameters }) =>
      connection
        .all<{ detail: string }>(`explain query plan ${sql}`, ...(parameters as never[]))
        .map(({ detail }) => detail),
    // A plan may find rows through an index that starts with `user_id`, or by primary keys that were read from such an
    // index. All other scans and searches may read rows of other users.
    isForeign: (line) =>
      /^SCAN (?!json_each|value|hits|page|counted|\(|search_index VIRTUAL TABLE|CONSTANT)/.test(line) ||
      /^SEARCH \S+ USING (?:COVERING )?INDEX \S+ \((?!user_id=)/.test(line),
  }
}

async function postgresPlans(given: Opened): Promise<Plans> {
  const { database } = given
  assert.ok(isPostgres(database))
  await database.pool.query('analyze')
  const client = await database.pool.connect()
  // In a small library, sequential scans would be the cheapest plans. With this setting, PostgreSQL uses a sequential
  // scan only if no index fits.
  await client.query('set enable_seqscan = off')
  return {
    close: () => client.release(),
    asked: async (text) => {
      const asked: Asked[] = []
      const read = async <Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> => {
        asked.push({ sql, parameters })
        return (await client.query(sql, [...parameters])).rows as Row[]
      }
      const runners = { run: read, runComposed: read, frequent: new FrequentQueries(read) }
      await findPostgres(runners, READER, searchQuery(text), PAGE)
      await list(given, (owner, filter) => listPostgres(runners, owner, filter), text)
      return asked
    },
    explain: async ({ sql, parameters }) =>
      (await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])).rows.map(
        (row) => row['QUERY PLAN'],
      ),
    isForeign: (line, next) =>
      /Seq Scan on /.test(line) ||
      (/Index (?:Only )?Scan/.test(line) && !/Index Cond: .*(?:user_id|words @@)/.test(next ?? '')),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: no query scans the entries of other users`, async (t) => {
    const given = await opened(t, dialect)
    const plans = dialect === 'sqlite' ? sqlitePlans(given) : await postgresPlans(given)
    try {
      const seen = await checkPlans(plans)
      assert.ok(seen > 50, `${seen} statements`)
    } finally {
      plans.close()
    }
  })
}

/** Checks the plans of all queries. @returns the number of different statements */
async function checkPlans(plans: Plans): Promise<number> {
  const texts = typicalQueries(makeLibrary(11))
  assert.equal(texts.length, 200)
  const seen = new Set<string>()
  for (const text of texts) {
    for (const asked of await plans.asked(text)) {
      if (seen.has(asked.sql)) continue
      seen.add(asked.sql)
      const lines = await plans.explain(asked)
      const foreign = lines.filter((line, index) => plans.isForeign(line, lines[index + 1]))
      assert.deepEqual(foreign, [], `${text}\n${asked.sql}\n${lines.join('\n')}`)
    }
  }
  return seen.size
}
