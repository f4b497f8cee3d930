import type { DatabaseLocation } from './database-url.ts'
import { STEP_NAMES } from './migrations/step-names.ts'
import type { MigrateOptions, MigrateResult } from './migration-record.ts'

/**
 * Migrates the schema to the current version. Each step is applied and recorded in one transaction, so that an
 * interrupted migration continues at the next start. Several processes may call this function at the same time.
 * @throws AppError `conflict` if a newer version of the program has migrated the database
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<MigrateResult> {
  const { afterwards } = options
  if (location.dialect === 'sqlite' && !options.migrations) {
    const { sqliteSteps } = await import('./sqlite/migrate-sqlite.ts')
    // The SQL of the steps is loaded only if a step is pending.
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
