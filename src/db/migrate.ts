import { AppError } from '../kernel/errors.ts'
import type { DatabaseLocation } from './database-url.ts'
import { COLUMN_TYPES, type Migration } from './migrations/migration.ts'
import { STEP_NAMES } from './migrations/step-names.ts'

export interface MigrateResult {
  /** names of the steps that ran now, in order */
  readonly applied: readonly string[]
  /** the copy that was made before, where there was something to copy */
  readonly backup: string | undefined
}

export interface MigrateOptions {
  readonly migrations?: readonly Migration[]
  /** runs while the lock is held, after the last step (PostgreSQL): the job queue brings its own schema */
  readonly afterwards?: (connectionString: string) => Promise<void>
}

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

/** Where each step is recorded; the same on both dialects. */
export const RECORD_TABLE =
  'create table if not exists migration (position integer primary key, name text not null, applied_at text not null)'

/**
 * @param applied names of the recorded steps in order
 * @returns the steps still to run, with their positions
 * @throws AppError `conflict` when the record holds steps that this program does not know
 */
export function pendingMigrations(
  applied: readonly string[],
  migrations: readonly Migration[],
): readonly { readonly position: number; readonly migration: Migration }[] {
  for (const [index, name] of applied.entries()) {
    if (migrations[index]?.name === name) continue
    throw new AppError(
      'conflict',
      `the database has step ${name}, which this version of dogear does not know: start a version at least as new as ` +
        'the one that used this database last',
    )
  }
  return migrations.slice(applied.length).map((migration, offset) => ({ position: applied.length + offset, migration }))
}

/** @returns the SQL of a step in the spelling of the dialect */
export function migrationSql(migration: Migration, dialect: DatabaseLocation['dialect']): string {
  return migration.up(COLUMN_TYPES[dialect])
}
