import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../test/support/database.ts'
import type { Database, Dialect } from '../db/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { openDatabase } from '../db/open-database.ts'
import type { JobDeath, JobFailure, JobReport } from './job-log.ts'
import type { JobHandlers, JobOptions, JobRun } from './job-queue.ts'
import { openJobs, type Jobs, type JobsOptions } from './open-jobs.ts'

export const FAST_TIMING = { pollMs: 50, leaseMs: 900, renewMs: 200, retryPausesMs: [40, 60, 80, 100] }

export const never = async () => false
export const oneForSlow = (lane: string) => (lane === 'host:slow.example' ? 1 : Infinity)

export type Handler = (entryId: number, run: JobRun) => Promise<void>

/**
 * Creates a database with a job queue. Before the database is closed, everything that `open` has created is closed,
 * even if a test fails.
 */
export async function testQueue(t: TestContext, dialect: Dialect) {
  const opened: Jobs[] = []
  t.after(async () => {
    for (const { runner, signals } of opened) await Promise.all([runner.stop(0), signals.close()])
  })
  const { database, url } = await testDatabase(t, dialect)
  const open = async (options: Partial<JobsOptions> = {}, on = database) => {
    const log = new Log()
    const jobs = openJobs(on, { slots: 4, timing: FAST_TIMING, log, ...options })
    opened.push(jobs)
    return { ...jobs, log }
  }
  return { database, url, open }
}

/**
 * @returns a second connection pool on PostgreSQL; on SQLite `database` itself, because a process may have only one
 *   writing connection
 */
export async function secondDatabase(t: TestContext, database: Database, url: string): Promise<Database> {
  if (database.dialect === 'sqlite') return database
  const other = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  t.after(() => other.close())
  return other
}

class Log {
  readonly finished: JobReport[] = []
  readonly failed: JobFailure[] = []
  readonly died: JobDeath[] = []
  readonly troubles: string[] = []

  jobFinished(report: JobReport): void {
    this.finished.push(report)
  }

  jobFailed(failure: JobFailure): void {
    this.failed.push(failure)
  }

  jobDied(death: JobDeath): void {
    this.died.push(death)
  }

  queueTroubled(message: string): void {
    this.troubles.push(message)
  }
}

export function handlers(fetch: Handler): JobHandlers {
  return {
    'entry.fetch': ({ entryId }, run) => fetch(entryId, run),
    'entry.images': async () => undefined,
    'entries.import': async () => undefined,
    'rules.apply': async () => undefined,
    'entries.change': async () => undefined,
    'library.clear': async () => undefined,
    'mail.send': async () => undefined,
    'mail.digest': async () => undefined,
    'account.delete': async () => undefined,
    'maintenance.sweep': async () => undefined,
  }
}

export function add(
  database: Database,
  { queue }: Pick<Jobs, 'queue'>,
  entryId: number,
  options?: JobOptions,
): Promise<void> {
  const payload = { userId: 1, entryId, generation: 1, requestId: 'r' }
  return database.transaction((tx) => queue.enqueue(tx, 'entry.fetch', payload, options))
}

export async function until(what: string, isTrue: () => unknown, timeoutMs = 30_000): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > end) assert.fail(`it never happened that ${what}`)
    await sleep(5)
  }
}

export async function countJobs(database: Database): Promise<number> {
  const [row] = await database.prepare<{ count: number }>('select count(*) as count from job').all()
  return row!.count
}

export async function attemptsOf(database: Database): Promise<number[]> {
  const rows = await database.prepare<{ attempts: number }>('select attempts from job order by id').all()
  return rows.map(({ attempts }) => attempts)
}

/**
 * Starts another process that runs jobs of the same database.
 * @returns the process; `lines` receives the lines that it prints
 */
export function startProcess(t: TestContext, url: string, mode: 'hang' | 'ask', leaseMs = FAST_TIMING.leaseMs) {
  const file = new URL('job-process.fixture.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, url, mode, String(leaseMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  t.after(kill)
  return { child, lines, kill }
}
