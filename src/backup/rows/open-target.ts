import type { DatabaseLocation } from '../../db/database-url.ts'
import { openPostgresTarget } from './postgres-target.ts'
import type { RowTarget, TargetBackup } from './row-target.ts'
import { openSqliteTarget } from './sqlite-target.ts'

/**
 * Prepares a place beside a database for the rows of a backup.
 * @throws AppError `conflict` if a service uses the database, or another program has tables of the same names
 */
export async function openTarget(location: DatabaseLocation, backup: TargetBackup): Promise<RowTarget> {
  return location.dialect === 'sqlite' ? openSqliteTarget(location.path, backup) : openPostgresTarget(location, backup)
}
