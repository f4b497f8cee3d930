import { AppError } from '../kernel/errors.ts'
import type { DatabaseLocation } from './database-url.ts'
import { COLUMN_TYPES, type Migration } from './migrations/migration.ts'

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
