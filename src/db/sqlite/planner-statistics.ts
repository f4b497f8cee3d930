import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../kernel/thread-environment.ts'

const MEMORY_MB = 16

/**
 * SQL that updates the planner's statistics. `optimize` with this mask considers all tables, reads only a sample of
 * each index, and skips tables that have not grown tenfold since the last time
 * (sqlite.org/pragma.html#pragma_optimize). A sample of the table `entry_tag` may contain a single tag, which would
 * mislead the planner. `analyze` therefore reads all rows of this table, which takes 0.1 s for a million rows.
 */
export const UPDATE_STATISTICS = 'pragma optimize = 0x10002; analyze entry_tag'

/**
 * SQL that makes open connections read the statistics again, by changing the schema. Connections read them only when
 * they open and after a change of the schema (sqlite.org/pragma.html#pragma_schema_version).
 */
export const RELOAD_STATISTICS = 'begin immediate; create table changes_schema (id); drop table changes_schema; commit'

/**
 * Updates the planner's statistics in a thread, because the update would block the event loop. If it fails, for example
 * because another process is writing, the old statistics stay, and the promise resolves nevertheless.
 * @param path path of the SQLite file
 */
export async function updateStatistics(path: string): Promise<void> {
  const worker = new Worker(new URL('./planner-statistics-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: threadEnvironment(),
  })
  worker.on('error', () => undefined)
  await new Promise((resolve) => worker.once('exit', resolve))
}
