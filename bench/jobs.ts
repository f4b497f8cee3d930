/**
 * Measures the job queue with jobs that do nothing. `node bench/jobs.ts [--dialect postgres] [--fsync] [--scenario NAME]`;
 * by default all scenarios on SQLite. PostgreSQL is started from the npm package, without waiting for the disk unless
 * `--fsync` is given. The limits are those of the default settings: 32 slots, 16 for one user, 2 for one host.
 *
 * - `few`: 20,000 jobs of 10 users.
 * - `import`: 20,000 jobs of one user.
 * - `saves`: 5,000 jobs, each added in a transaction of its own while jobs run, by 8 clients.
 * - `crowd`: 100 jobs for each of 1,000 users.
 * - `blocked`: 100,000 jobs of one user, whose running jobs never end, before 20 jobs for each of 1,000 users.
 * - `host`: the same, but all jobs of the first user are for one host.
 *
 * All jobs are bulk work, except in `saves`.
 *
 * For each scenario it prints the jobs per second, for at most 10 seconds, with the processor time of this process, and then how long a job waits for its start
 * that is added while the others run and for which a user waits.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import type { Database } from '../src/db/database.ts'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { rawSql } from '../src/db/raw-sql.ts'
import { BULK_PRIORITY } from '../src/jobs/concurrency-flags.ts'
import type { JobHandlers } from '../src/jobs/job-queue.ts'
import { openJobs, type Jobs } from '../src/jobs/open-jobs.ts'
import { prepareDatabase } from '../src/prepare-database.ts'

/** Bulk work of `users` users with ids from `firstUser`. Their jobs are spread over hosts. */
interface Batch {
  readonly firstUser: number
  readonly users: number
  readonly jobsPerUser: number
  readonly hosts: number
  /** true if the jobs never end */
  readonly hangs?: boolean
}

const BEHIND: Batch = { firstUser: 1000, users: 1000, jobsPerUser: 20, hosts: 1000 }
const SCENARIOS: Readonly<Record<string, readonly Batch[]>> = {
  few: [{ firstUser: 1, users: 10, jobsPerUser: 2000, hosts: 500 }],
  import: [{ firstUser: 1, users: 1, jobsPerUser: 20_000, hosts: 500 }],
  saves: [],
  crowd: [{ firstUser: 1, users: 1000, jobsPerUser: 100, hosts: 1000 }],
  blocked: [{ firstUser: 1, users: 1, jobsPerUser: 100_000, hosts: 1000, hangs: true }, BEHIND],
  host: [{ firstUser: 1, users: 1, jobsPerUser: 100_000, hosts: 1, hangs: true }, BEHIND],
}

const { values } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'sqlite' },
    scenario: { type: 'string', multiple: true, default: Object.keys(SCENARIOS) },
    fsync: { type: 'boolean', default: false },
  },
})
const SAVES = 5000
const CLIENTS = 8
const LONGEST_MS = 10_000
/** Number of jobs whose start is awaited, and the pause before each. */
const [WAITS, WAIT_PAUSE_MS] = [100, 20]
/** Entry ids: those of jobs that never end, and those of jobs for which a user waits. */
const [HANGS, AWAITED] = [1, 2]

const folder = await mkdtemp(join(tmpdir(), 'dogear-bench-jobs-'))
const server = values.dialect === 'postgres' ? await startPostgres() : undefined
try {
  for (const name of values.scenario) await run(name, SCENARIOS[name] ?? [])
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(name: string, batches: readonly Batch[]): Promise<void> {
  const location = parseDatabaseUrl(await emptyDatabase(name))
  await prepareDatabase(location)
  const database = await openDatabase({ location, poolSize: CLIENTS })
  const log = {
    jobFinished: () => undefined,
    jobFailed: () => undefined,
    jobDied: () => undefined,
    queueTroubled: (message: string, error?: unknown) => console.error(message, String(error)),
  }
  const jobs = await openJobs(database, { slots: 32, perUser: 16, perLane: () => 2, log })
  for (const [index, batch] of batches.entries()) await fill(database, batch, index)
  const counted = countingHandlers()
  const expected = batches.reduce((sum, { users, jobsPerUser, hangs }) => sum + (hangs ? 0 : users * jobsPerUser), 0)
  const [begun, cpuBefore] = [performance.now(), process.cpuUsage()]
  await jobs.runner.start(counted.handlers)
  if (name === 'saves') await Promise.all(Array.from({ length: CLIENTS }, () => save(database, jobs, SAVES / CLIENTS)))
  await untilDone(counted.done, name === 'saves' ? SAVES : expected)
  const seconds = (performance.now() - begun) / 1000
  const done = counted.done()
  const { user, system } = process.cpuUsage(cpuBefore)
  const waits = await measureWaits(database, jobs, counted.starts)
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]!.toFixed(1)
  console.log(
    `${values.dialect} ${name}: ${Math.round(done / seconds)} jobs/s (${done} in ${seconds.toFixed(1)} s), ${((user + system) / 1000 / done).toFixed(2)} ms of processor time each, ` +
      `start of an awaited job after p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, at most ${at(1)} ms`,
  )
  await jobs.runner.stop(0)
  await jobs.signals.close()
  await database.close()
}

async function emptyDatabase(name: string): Promise<string> {
  if (!server) return `sqlite:${join(folder, `${name}.db`)}`
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`alter system set fsync = ${values.fsync ? 'on' : 'off'}`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(name, server.url).href
}

/** Adds due jobs. The jobs of a batch are newer than those of the batches before it. */
async function fill(database: Database, batch: Batch, index: number): Promise<void> {
  const { firstUser, users, jobsPerUser, hosts, hangs = false } = batch
  const payload = JSON.stringify({ userId: 1, entryId: hangs ? HANGS : 0, generation: 1, requestId: 'bench' })
  const sql = `
    insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, max_attempts)
    with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${users * jobsPerUser})
    select 'entry.fetch', '${payload}', ${firstUser} + i % ${users}, 'host:' || ((i / ${users} * 7 + i % ${users}) % ${hosts}),
      '${index}:' || i, ${BULK_PRIORITY}, ${index * 1_000_000} + i, 5 from n`
  await database.transaction((tx) => rawSql(tx, sql, []))
}

async function save(database: Database, { queue }: Jobs, count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const payload = { userId: 1, entryId: 0, generation: 1, requestId: 'bench' }
    await database.transaction((tx) => queue.enqueue(tx, 'entry.fetch', payload, { userId: 1 + (left % 100) }))
  }
}

function countingHandlers() {
  let done = 0
  const starts: (() => void)[] = []
  const handlers = {
    'entry.fetch': async ({ entryId }: { readonly entryId: number }) => {
      if (entryId === HANGS) await new Promise(() => undefined)
      if (entryId === AWAITED) starts.shift()?.()
      else done++
    },
  }
  return { handlers: handlers as unknown as JobHandlers, starts, done: () => done }
}

async function untilDone(done: () => number, expected: number): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (done() < expected && performance.now() < end) await sleep(2)
}

/** @returns milliseconds from the commit of a job until its start, sorted */
async function measureWaits(database: Database, { queue }: Jobs, starts: (() => void)[]): Promise<number[]> {
  const waits: number[] = []
  for (let left = WAITS; left > 0; left--) {
    const { promise, resolve } = Promise.withResolvers<void>()
    starts.push(resolve)
    const payload = { userId: 999, entryId: AWAITED, generation: 1, requestId: 'bench' }
    await database.transaction((tx) => queue.enqueue(tx, 'entry.fetch', payload, { userId: 999 }))
    const begun = performance.now()
    await promise
    waits.push(performance.now() - begun)
    await sleep(WAIT_PAUSE_MS)
  }
  return waits.toSorted((left, right) => left - right)
}
