import { Worker } from 'node:worker_threads'
import { AppError } from '../kernel/errors.ts'
import { threadEnvironment } from '../kernel/thread-environment.ts'
import type { Database, SqlValue } from './database.ts'
import type { DatabaseLocation } from './database-url.ts'

/** One reading statement with `$1`, `$2`, … as placeholders, like those of `Database.prepare`. */
export interface LongRead {
  readonly sql: string
  readonly parameters?: readonly SqlValue[]
}

/**
 * Runs statements that read very many rows, without delaying other requests.
 * @returns the rows of each statement, in order
 * @throws AppError `unavailable` when they take too long
 */
export type ReadLong = (reads: readonly LongRead[]) => Promise<readonly (readonly unknown[])[]>

/** The input of the thread. */
export interface LongReadTask {
  readonly path: string
  readonly reads: readonly LongRead[]
}

/** In milliseconds. Sums over a hundred thousand entries take a second on a small machine. */
const DEADLINE_MS = 20_000
const MEMORY_MB = 64

/** On SQLite each call has its own thread and connection, which end with it; PostgreSQL is a separate process. */
export function longReader(database: Database, location: DatabaseLocation, deadlineMs = DEADLINE_MS): ReadLong {
  if (location.dialect === 'sqlite') return (reads) => readApart({ path: location.path, reads }, deadlineMs)
  return (reads) => Promise.all(reads.map(({ sql, parameters = [] }) => database.prepare(sql).all(...parameters)))
}

/** @returns an object that prepares statements like a database, for use cases that read very many rows */
export function statementsApart(readLong: ReadLong): Pick<Database, 'prepare'> {
  return {
    prepare: <Row>(sql: string) => ({
      all: async (...parameters: readonly SqlValue[]) => (await readLong([{ sql, parameters }]))[0] as Row[],
    }),
  }
}

function readApart(task: LongReadTask, deadlineMs: number): ReturnType<ReadLong> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<ReadLong>>>()
  const worker = new Worker(new URL('./long-read-worker.ts', import.meta.url), {
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
