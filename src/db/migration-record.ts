import { AppError } from '../kernel/errors.ts'
import type { DatabaseLocation } from './database-url.ts'
import { COLUMN_TYPES, type Migration } from './migrations/migration.ts'

export interface MigrateResult {
  /** names of the steps that were applied by this call, in order */
  readonly applied: readonly string[]
  /** path of the copy that was made before the migration; undefined if none was needed */
  readonly backup: string | undefined
}

export interface MigrateOptions {
  readonly migrations?: readonly Migration[]
  /** migrates the schema of the job queue after the last step, under the same lock; PostgreSQL only */
  readonly afterwards?: (connectionString: string) => Promise<void>
}

/** SQL that creates the table of applied steps. It is valid in both dialects. */
export const RECORD_TABLE =
  'create table if not exists migration (position integer primary key, name text not null, applied_at text not null)'

/**
 * @param applied names of the applied steps, in order
 * @returns the pending steps with their positions
 * @throws AppError `conflict` if an applied step is unknown to this version
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

/** @returns the SQL of a step in a dialect */
export function migrationSql(migration: Migration, dialect: DatabaseLocation['dialect']): string {
  return migration.up(COLUMN_TYPES[dialect])
}
