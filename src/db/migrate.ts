import type { DatabaseLocation } from './database-url.ts'
import { pendingMigrations, type MigrateOptions, type MigrateResult } from './migration-record.ts'
import { MIGRATIONS } from './migrations/all-migrations.ts'

/**
 * Migrates the schema to the current version. Each step is applied and recorded in one transaction, so that an
 * interrupted migration continues at the next start. Several processes may call this function at the same time.
 * @throws AppError `conflict` if a newer version of the program has migrated the database, or if the database is older
 *   than version 1.0. The database is not changed then.
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  { migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<MigrateResult> {
  if (location.dialect === 'sqlite') {
    const { migrateSqlite, sqliteSteps } = await import('./sqlite/migrate-sqlite.ts')
    const isCurrent = pendingMigrations(sqliteSteps(location.path), migrations).length === 0
    return isCurrent ? { applied: [], backup: undefined } : migrateSqlite(location.path, migrations)
  }
  const { migratePostgres } = await import('./postgres/migrate-postgres.ts')
  return migratePostgres(location, migrations)
}
