import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { LongReadTask } from './long-reads.ts'

/**
 * Program of a thread that runs the statements of a task on a read-only connection. It sends the rows of each
 * statement.
 */
const { path, reads } = workerData as LongReadTask
const connection = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
connection.exec('pragma trusted_schema = off; pragma temp_store = memory')
const rows = reads.map(({ sql, parameters = [] }) =>
  connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1')).all(...(parameters as SQLInputValue[])),
)
connection.close()
parentPort?.postMessage(rows, [])
