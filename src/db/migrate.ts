import type { DatabaseLocation } from './database-url.ts'
import { STEP_NAMES } from './migrations/step-names.ts'
import type { MigrateOptions, MigrateResult } from './migration-record.ts'

/**
 * Brings the schema up to date. Each step runs in one transaction with the row that records it, so that the next start
 * continues after a killed one. Several processes may call it at the same time.
 * @throws AppError `conflict` when a newer version of the program created the database
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<MigrateResult> {
  const { afterwards } = options
  if (location.dialect === 'sqlite' && !options.migrations) {
    const { sqliteSteps } = await import('./sqlite/migrate-sqlite.ts')
    // The steps themselves are only loaded if some are pending.
    if (isSame(sqliteSteps(location.path), STEP_NAMES)) return { applied: [], backup: undefined }
  }
  const migrations = options.migrations ?? (await import('./migrations/all-migrations.ts')).MIGRATIONS
  if (location.dialect === 'sqlite') {
    const { migrateSqlite } = await import('./sqlite/migrate-sqlite.ts')
    return migrateSqlite(location.path, migrations)
  }
  const { migratePostgres } = await import('./postgres/migrate-postgres.ts')
  return migratePostgres(location.url, migrations, afterwards)
}

function isSame(applied: readonly string[], known: readonly string[]): boolean {
  return applied.length === known.length && applied.every((name, index) => name === known[index])
}
