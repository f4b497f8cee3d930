import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { RELOAD_STATISTICS, UPDATE_STATISTICS } from './planner-statistics.ts'

/** Program of a thread that updates the planner's statistics of an SQLite file, and then ends. */
const connection = new DatabaseSync(workerData as string, { timeout: 10_000 })
connection.exec(UPDATE_STATISTICS)
connection.exec(RELOAD_STATISTICS)
connection.close()
