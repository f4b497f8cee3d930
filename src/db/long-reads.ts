import { Worker } from 'node:worker_threads'
import { AppError } from '../kernel/errors.ts'
import { threadEnvironment } from '../kernel/thread-environment.ts'
import type { Database, SqlValue } from './database.ts'
import type { DatabaseLocation } from './database-url.ts'

/** A read-only SQL statement with `$1`, `$2`, … as placeholders, as for `Database.prepare`. */
export interface LongRead {
  readonly sql: string
  readonly parameters?: readonly SqlValue[]
}

/**
 * Runs statements that read very many rows, without delaying other requests. Returns the rows of each statement, in
 * order. Throws an AppError `unavailable` if the statements take too long.
 */
export type ReadLong = (reads: readonly LongRead[]) => Promise<readonly (readonly unknown[])[]>

/** Input of the thread that runs the statements on SQLite. */
export interface LongReadTask {
  readonly path: string
  readonly reads: readonly LongRead[]
}

/** Time limit for one call, in milliseconds. Sums over a hundred thousand entries take a second on a small machine. */
const DEADLINE_MS = 20_000
const MEMORY_MB = 64

/**
 * @returns a function that runs statements. On SQLite, each call uses a separate thread and connection, because the
 * statements would block the event loop. PostgreSQL is a separate process, so no thread is needed.
 */
export function longReader(database: Database, location: DatabaseLocation, deadlineMs = DEADLINE_MS): ReadLong {
  if (location.dialect === 'sqlite') return (reads) => readInThread({ path: location.path, reads }, deadlineMs)
  return (reads) => Promise.all(reads.map(({ sql, parameters = [] }) => database.prepare(sql).all(...parameters)))
}

/** @returns an object with the method `prepare` of a database. Statements prepared with it may read very many rows. */
export function longStatements(readLong: ReadLong): Pick<Database, 'prepare'> {
  return {
    prepare: <Row>(sql: string) => ({
      all: async (...parameters: readonly SqlValue[]) => (await readLong([{ sql, parameters }]))[0] as Row[],
    }),
  }
}

function readInThread(task: LongReadTask, deadlineMs: number): ReturnType<ReadLong> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<ReadLong>>>()
  const worker = new Worker(new URL('./long-reads-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: threadEnvironment(),
  })
  const timer = setTimeout(() => reject(new AppError('unavailable', 'the count took too long')), deadlineMs)
  worker.on('message', resolve)
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('the thread that counts ended')))
  return promise.finally(() => {
    clearTimeout(timer)
    void worker.terminate()
  })
}
