import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../kernel/thread-environment.ts'

const MEMORY_MB = 16

/**
 * Updates the planner's statistics. `optimize` with this mask considers all tables, reads only a sample of each index,
 * and skips tables that have not grown tenfold since the last time (sqlite.org/pragma.html#pragma_optimize). The first
 * rows of an index may all have the same tag, so all rows of `entry_tag` are read, which takes 0.1 s for a million.
 */
export const UPDATE_STATISTICS = 'pragma optimize = 0x10002; analyze entry_tag'

/**
 * Makes open connections read the statistics again, which they only do after a change of the schema
 * (sqlite.org/pragma.html#pragma_schema_version).
 */
export const RELOAD_STATISTICS = 'begin immediate; create table changes_schema (id); drop table changes_schema; commit'

/**
 * Updates the planner's statistics in a thread, because it would hold the event loop. Resolves even if it failed, which
 * leaves the former statistics: another process may be writing, or the file may not be writable.
 * @param path path of the SQLite file
 */
export async function updateStatistics(path: string): Promise<void> {
  const worker = new Worker(new URL('./statistics-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: threadEnvironment(),
  })
  worker.on('error', () => undefined)
  await new Promise((resolve) => worker.once('exit', resolve))
}
