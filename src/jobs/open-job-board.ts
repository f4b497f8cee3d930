import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import type { JobBoard, ReadRows } from './job-board.ts'
import { sqliteJobBoard } from './sqlite/sqlite-job-board.ts'

/** @param readRows for counting, which looks at every job @returns the board of this database's queue */
export async function openJobBoard(database: Database, readRows: ReadRows): Promise<JobBoard> {
  if (isPostgres(database)) {
    const { postgresJobBoard } = await import('./postgres/postgres-job-board.ts')
    return postgresJobBoard(database, readRows)
  }
  return sqliteJobBoard(database, readRows)
}
