/**
 * Imports a file without fetching pages, and measures speed, memory and how long the event loop is blocked. `node
 * bench/imports.ts [--rows N] [--content] [--postgres] [--searches]`; by default a Pocket CSV file with 10,000 rows.
 * With `--content`, the file is wallabag's JSON with 2 kB of text in each entry. With `--postgres`, PostgreSQL is
 * started from the npm package. With `--searches`, the search index is updated during the import, and a search is sent
 * every 50 ms until all rows are indexed.
 *
 * Afterwards, it imports 5,000 dead links into a server that fetches pages, and compares the response times of the web
 * app and the API with those before the import. `--dead-links` measures only that, with `--rows` links.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createExtractionPool } from '../src/extraction/extraction-pool.ts'
import { importEntriesJob } from '../src/imports/import-entries.job.ts'
import { findImport } from '../src/imports/import.repository.ts'
import { receiveFile, startImport } from '../src/imports/start-import.ts'
import { openJobs } from '../src/jobs/open-jobs.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { measureDeadLinks } from './dead-links.ts'
import { searchWhileIndexing } from './search/search-while-indexing.ts'
import { startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    content: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    searches: { type: 'boolean', default: false },
    'dead-links': { type: 'boolean', default: false },
  },
})
/** Number of dead links, and seconds of requests before and after their import. */
const DEAD_LINKS = { rows: 5000, seconds: 60 }
if (values['dead-links']) {
  const given = values.rows === '10000' ? {} : { rows: Number(values.rows) }
  await measureImportOfDeadLinks(given)
  process.exit()
}
const MEGABYTE = 1024 * 1024
const OWNER = 1 as UserId
const TEXT = `<p>${'The tide comes in and goes out again. '.repeat(55)}</p>`

const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-imports-'))
const server = values.postgres ? await startPostgres() : undefined
const location = parseDatabaseUrl(server?.url ?? `sqlite:${join(directory, 'dogear.db')}`)
await prepareDatabase(location)
const database = await openDatabase({ location, poolSize: 4 })
const extraction = createExtractionPool({ workers: 2, deadlineMs: 10_000, memoryMb: 512, idleMs: 1000, maxQueue: 1000 })
const nothing = () => undefined
const log = { jobFinished: nothing, jobFailed: nothing, jobDied: nothing, queueTroubled: nothing }
const { queue, signals } = openJobs(database, { slots: 1, log })
try {
  await addOwner()
  await measure()
} finally {
  await extraction.stop()
  await signals.close()
  await database.close()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}
await measureImportOfDeadLinks({})

async function measureImportOfDeadLinks(given: { readonly rows?: number }): Promise<void> {
  const postgres = values.postgres ? await startPostgres() : undefined
  await measureDeadLinks({ ...DEAD_LINKS, ...given, postgresUrl: postgres?.url })
  await postgres?.stop()
}

async function addOwner(): Promise<void> {
  const now = new Date().toISOString()
  const row = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', created_at: now, updated_at: now }
  await database.transaction(async (tx) => {
    await tx.insertInto('users').values(row).execute()
    await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
  })
}

async function measure(): Promise<void> {
  const deps = { database, jobs: queue, clock: systemClock, clean: extraction.clean }
  const options = { isAllRead: false, isFetching: false, tags: [] }
  const begun = performance.now()
  const file = await receiveFile(deps, OWNER, 'bench', values.content ? wallabagFile() : pocketFile())
  const job = await startImport(deps, OWNER, file, { format: values.content ? 'wallabag-v2' : 'pocket_csv', options })
  const stored = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const before = process.memoryUsage.rss()
  const searching = values.searches ? await searchWhileIndexing(database, location, OWNER) : undefined
  const run = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
  await importEntriesJob(deps)({ userId: OWNER, importId: job.id }, run)
  clearInterval(timer)
  delay.disable()
  const seconds = (performance.now() - stored) / 1000
  const searches = await searching?.untilIndexed()
  const end = await database.read((db) => findImport(db, OWNER, job.id))
  console.log(
    [
      `${values.postgres ? 'postgres' : 'sqlite'}: ${end?.state}, ${end?.imported} rows, ${(file.size / MEGABYTE).toFixed(1)} MB`,
      `upload ${((stored - begun) / 1000).toFixed(2)} s, import ${seconds.toFixed(2)} s, ${Math.round((end?.imported ?? 0) / seconds)} rows/s`,
      `rss ${Math.round(before / MEGABYTE)} MB before, peak ${Math.round(peak / MEGABYTE)} MB`,
      `event loop held: p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, most ${ms(delay.max)}`,
      ...(searches ?? []),
    ].join('\n'),
  )
}

function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`
}

async function* pocketFile(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('title,url,time_added,tags,status\n')
  for (let row = 0; row < Number(values.rows); row++) {
    const tags = `tag${row % 50}|long read`
    const line = `"Title ${row}, with comma",https://host${row % 500}.example/page/${row}?a=%20,${1_500_000_000 + row},${tags},unread\n`
    yield Buffer.from(line)
  }
}

async function* wallabagFile(): AsyncGenerator<Uint8Array> {
  for (let row = 0; row < Number(values.rows); row++) {
    const entry = {
      url: `https://host${row % 500}.example/page/${row}`,
      title: `Title ${row}`,
      tags: ['sea'],
      content: TEXT,
    }
    yield Buffer.from(`${row === 0 ? '[' : ','}${JSON.stringify(entry)}`)
  }
  yield Buffer.from(']')
}
