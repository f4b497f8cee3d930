/**
 * Measures the query language with two hundred typical queries (bench/search/typical-queries.ts), in the library of one
 * user among many. Each query runs as a search and as a list of `GET /api/entries?q=`. `npm run bench:queries --
 * [--dialect sqlite|postgres] [--entries N] [--others N] [--rounds N]`; by default 100,000 entries among a million of
 * other users, five rounds, on SQLite. The duration of a query is the median of its rounds; those of the first round are
 * printed too. With `--file PATH`, an SQLite library is created at that path or reused, and is
 * not deleted. With `--url URL`, the library is in that PostgreSQL database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filterByQuery } from '../src/api/entries/filter-by-query.ts'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { queryLister } from '../src/entries/listing/list-entries.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { openSearch } from '../src/search/open-search-index.ts'
import { searchQuery } from '../src/search/search-query.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { addEntryDetails } from './search/add-entry-details.ts'
import { fillLibrary, READER } from './search/fill-library.ts'
import { makeLibrary } from './search/random-texts.ts'
import { typicalQueries } from './search/typical-queries.ts'

const { values } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'sqlite' },
    entries: { type: 'string', default: '100000' },
    others: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    file: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
  },
})
/** Seconds between two saves. All entries together span about four years. */
const SECONDS_BETWEEN_SAVES = 120
const WORDS = 100
/**
 * Limits of the median and of the 99th percentile, in milliseconds. The benchmark prints whether the queries meet them.
 */
const LIMITS_MS = { sqlite: [5, 40], postgres: [20, 150] } as const

const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-queries-'))
const server = values.dialect === 'postgres' && values.url === '' ? await startPostgres() : undefined
const file = values.file === '' ? join(directory, 'dogear.db') : resolve(values.file)
const location = parseDatabaseUrl(values.url || (server?.url ?? `sqlite:${file}`))
await prepareDatabase(location)
const database = await openDatabase({ location, poolSize: 4 })
const index = await openSearch(database, location)
try {
  const [entries, others] = [Number(values.entries), Number(values.others)]
  if (
    await fillLibrary(database, location, {
      entries,
      entriesOfOthers: others,
      words: WORDS,
      secondsBetweenSaves: SECONDS_BETWEEN_SAVES,
    })
  ) {
    await addEntryDetails(database, entries + others)
  }
  console.log(`${entries} entries of one user among ${others} of others, ${database.dialect}`)
  const texts = typicalQueries(makeLibrary(11))
  await measure('search', texts, async (text) => {
    return (await index.find(READER, searchQuery(text), { offset: 0, limit: 30, sort: 'created' })).total
  })
  let revision = 0
  const listByQuery = queryLister(
    (owner, filter, total) => index.list(owner, filter, total),
    () => true,
  )
  await measure('list', texts, async (text) => {
    const all = { page: 1, perPage: 30, sort: 'created', order: 'desc', tags: [] } as const
    const now = { at: new Date(), timeZone: 'UTC' }
    const found = filterByQuery({ ...all }, { q: text }, { collections: [], now, dialect: database.dialect })
    // Passes another revision with each request, so that no cached page is used.
    return (await listByQuery({ id: READER, revision: revision++ }, found.filter)).total
  })
} finally {
  await index.close()
  await database.close()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}

interface Measured {
  readonly text: string
  readonly ms: number
  /** duration of the first round, in which nothing that the query finds is cached */
  readonly firstMs: number
  readonly total: number
}

/** Prints statistics of the queries. The duration of a query is the median of its rounds. */
async function measure(name: string, texts: readonly string[], ask: (text: string) => Promise<number>): Promise<void> {
  const measured: Measured[] = []
  for (const text of texts) {
    const times: number[] = []
    let total = 0
    for (let round = 0; round < Number(values.rounds); round++) {
      const since = performance.now()
      total = await ask(text)
      times.push(performance.now() - since)
    }
    const [firstMs] = times as [number]
    measured.push({ text, total, firstMs, ms: times.toSorted((one, other) => one - other)[times.length >> 1]! })
  }
  const sorted = measured.toSorted((one, other) => one.ms - other.ms)
  const first = measured.map(({ firstMs }) => firstMs).toSorted((one, other) => one - other)
  const position = (share: number) => Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  const at = (share: number) => sorted[position(share)]!.ms
  const bars = LIMITS_MS[database.dialect]
  const verdict = at(0.5) <= bars[0] && at(0.99) <= bars[1] ? 'holds' : 'ABOVE'
  console.log(`${name}: p50 ${at(0.5).toFixed(2)} ms, p90 ${at(0.9).toFixed(2)}, p99 ${at(0.99).toFixed(2)}, slowest`)
  const firstAt = (share: number) => first[position(share)]!.toFixed(2)
  console.log(`  first time: p50 ${firstAt(0.5)} ms, p90 ${firstAt(0.9)}, p99 ${firstAt(0.99)}`)
  console.log(`  bars ${bars.join(' and ')} ms at p50 and p99: ${verdict}`)
  for (const { ms, text, total } of sorted.slice(-8)) console.log(`  ${ms.toFixed(1)} ms  ${text}  (${total} found)`)
}
