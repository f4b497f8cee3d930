import type { DatabaseLocation } from './database-url.ts'
import { STEP_NAMES } from './migrations/step-names.ts'
import type { MigrateOptions, MigrateResult } from './migration-record.ts'

/**
 * Brings the schema up to date, each step in a transaction of its own together with the row that records it, so that
 * a start that was killed goes on where it stopped. Several processes may call it at the same time.
 * @throws AppError `conflict` when the database was made by a newer version of the program
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<MigrateResult> {
  const { afterwards } = options
  if (location.dialect === 'sqlite' && !options.migrations) {
    const { sqliteSteps } = await import('./sqlite/migrate-sqlite.ts')
    // The steps themselves are only loaded where some are missing.
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
