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
}

/** SQL that creates the table of applied steps. It is valid in both dialects. */
export const RECORD_TABLE =
  'create table if not exists migration (position integer primary key, name text not null, applied_at text not null)'

/** The first step of all databases that were made before version 1.0. Their steps are not known any more. */
const FIRST_STEP_BEFORE_1_0 = '0001-accounts'

/**
 * @param applied names of the applied steps, in order
 * @returns the pending steps with their positions
 * @throws AppError `conflict` if an applied step is unknown to this version, or if the database is older than 1.0
 */
export function pendingMigrations(
  applied: readonly string[],
  migrations: readonly Migration[],
): readonly { readonly position: number; readonly migration: Migration }[] {
  if (applied[0] === FIRST_STEP_BEFORE_1_0) throw tooOld()
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

function tooOld(): AppError {
  return new AppError(
    'conflict',
    'the database was made by a commit before version 1.0, which this version cannot read: export the entries of each ' +
      'account as JSON with that commit, start this version with an empty database, and import the files there',
  )
}

/** Loads the SQL of a step in a dialect. */
export function migrationSql(migration: Migration, dialect: DatabaseLocation['dialect']): Promise<string> {
  return migration.sql(COLUMN_TYPES[dialect])
}
