/**
 * Measures searches in the library of one user among many. `node bench/search.ts [--entries N] [--others N] [--words N]
 * [--queries N] [--arrivals N] [--dialect sqlite|postgres]`; by default 100,000 entries of one user and a million of
 * other users, on SQLite. PostgreSQL is started from the npm package. An entry of 100 words needs about 3 kB of disk
 * space. With `--file PATH`, an SQLite library is created at that path or reused, and is not deleted. With `--url
 * postgres://…`, the library is in that PostgreSQL database. At the end, `--arrivals` entries are saved, and the time
 * until they are indexed is measured.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { openSearch } from '../src/search/open-search-index.ts'
import { correctQuery } from '../src/search/correction/correct-query.ts'
import { searchQuery } from '../src/search/search-query.ts'
import type { SearchIndex, SearchSort } from '../src/search/search-index.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { residentMegabytes } from './start-process.ts'
import { createdAt, fillLibrary, READER } from './search/fill-library.ts'
import { measureIndexing } from './search/measure-indexing.ts'
import { randomQuery } from './search/random-query.ts'
import { makeLibrary, type Library } from './search/random-texts.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    others: { type: 'string', default: '1000000' },
    words: { type: 'string', default: '100' },
    queries: { type: 'string', default: '2000' },
    arrivals: { type: 'string', default: '5000' },
    dialect: { type: 'string', default: 'sqlite' },
    file: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
  },
})
const [entries, others, words, queries, arrivals] = [
  values.entries,
  values.others,
  values.words,
  values.queries,
  values.arrivals,
].map(Number) as [number, number, number, number, number]
const SECONDS_BETWEEN_SAVES = 1

const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-search-'))
const server = values.dialect === 'postgres' && values.url === '' ? await startPostgres() : undefined
const file = values.file === '' ? join(directory, 'dogear.db') : resolve(values.file)
const url = server?.url ?? (values.url === '' ? `sqlite:${file}` : values.url)
const location = parseDatabaseUrl(url)
await prepareDatabase(location)
const database = await openDatabase({ location, poolSize: 4 })
const index = await openSearch(database, location)
try {
  await fillLibrary(database, location, {
    entries,
    entriesOfOthers: others,
    words,
    secondsBetweenSaves: SECONDS_BETWEEN_SAVES,
  })
  // Uses a new generator of words for the queries. The queries are then the same whether the library was created in
  // this run or in an earlier one.
  const library = makeLibrary(11)
  console.log(`${entries} entries of one among ${others} of others, ${words} words each, ${database.dialect}`)
  console.log(`index ${await indexMegabytes()} MB`)
  for (const sort of ['created', 'rank'] as const) await measure(library, sort)
  await measureCorrections(library)
  await measureArrivals(library)
  console.log(`memory of this process with its threads ${(await residentMegabytes(process.pid)).toFixed(0)} MB`)
} finally {
  await index.close()
  await database.close()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}

async function indexMegabytes(): Promise<string> {
  const sql =
    database.dialect === 'sqlite'
      ? "select sum(pgsize) as bytes from dbstat where name like 'search_index%'"
      : "select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('search_entry')"
  const [row] = await database.prepare<{ bytes: number }>(sql).all()
  return (row!.bytes / 1e6).toFixed(0)
}

async function measureArrivals(library: Library): Promise<void> {
  const [row] = await database.prepare<{ id: number }>('select max(id) as id from entry').all()
  const items = Array.from({ length: arrivals }, (_, index) => {
    const id = Number(row!.id) + 1 + index
    return { owner: READER, createdAt: createdAt(id, SECONDS_BETWEEN_SAVES), entry: library.entry(id, words) }
  })
  const seconds = items.length === 0 ? 0 : await measureIndexing(database, index, items)
  console.log(`${arrivals} more entries indexed in ${seconds.toFixed(1)} s`)
}

async function measure(library: Library, sort: SearchSort): Promise<void> {
  const measured: { readonly ms: number; readonly text: string; readonly total: number }[] = []
  for (let count = 0; count < queries + 50; count++) {
    const text = randomQuery(library)
    const since = performance.now()
    const { total } = await find(index, text, sort)
    if (count >= 50) measured.push({ ms: performance.now() - since, text, total })
  }
  const sorted = measured.toSorted((left, right) => left.ms - right.ms)
  const at = (share: number) =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.ms.toFixed(2)} ms`
  console.log(`${sort}: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, slowest ${at(1)}`)
  for (const { ms, text, total } of sorted.slice(-3)) console.log(`  ${ms.toFixed(1)} ms  ${text}  (${total} found)`)
}

/** Measures the correction of words with two exchanged letters, which a search does only if it finds nothing. */
async function measureCorrections(library: Library): Promise<void> {
  const times: number[] = []
  let corrected = 0
  while (times.length < queries / 10) {
    const word = library.searchWord()
    const text = word.slice(0, 1) + word.charAt(2) + word.charAt(1) + word.slice(3)
    if ((await find(index, text, 'created')).total > 0) continue
    const since = performance.now()
    const correction = await correctQuery(text, {
      isFound: async (one) => (await find(index, one, 'created')).total > 0,
      countWords: (near) => index.countWords(READER, near),
    })
    times.push(performance.now() - since)
    if (correction) corrected += 1
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => `${times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)} ms`
  console.log(
    `corrections: p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}; ${corrected} of ${times.length} corrected`,
  )
}

function find(target: SearchIndex, text: string, sort: SearchSort) {
  return target.find(READER, searchQuery(text), { offset: 0, limit: 30, sort })
}
