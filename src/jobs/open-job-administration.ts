import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import type { JobAdministration, ReadRows } from './job-administration.ts'
import { sqliteJobAdministration } from './sqlite/sqlite-job-administration.ts'

/**
 * @param readRows runs the statement that counts jobs. It may take long, because it reads all jobs.
 * @returns the administration of the jobs in this database
 */
export async function openJobAdministration(database: Database, readRows: ReadRows): Promise<JobAdministration> {
  if (isPostgres(database)) {
    const { postgresJobAdministration } = await import('./postgres/postgres-job-administration.ts')
    return postgresJobAdministration(database, readRows)
  }
  return sqliteJobAdministration(database, readRows)
}
