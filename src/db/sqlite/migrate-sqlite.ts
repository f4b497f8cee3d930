import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrationSql, pendingMigrations, RECORD_TABLE, type MigrateResult } from '../migration-record.ts'
import type { Migration } from '../migrations/migration.ts'
import { SQLITE_BUSY, sqliteCode } from './sqlite-error-codes.ts'

/** Migrates an SQLite file. A missing file is created. A file with data is copied first. */
export async function migrateSqlite(path: string, migrations: readonly Migration[]): Promise<MigrateResult> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const connection = new DatabaseSync(path, { timeout: 60_000 })
  try {
    connection.exec('pragma synchronous = full')
    useWriteAheadLog(connection)
    const before = inTransaction(connection, () => appliedNames(connection))
    const pending = pendingMigrations(before, migrations)
    const backup = pending.length > 0 && before.length > 0 ? copyDatabase(connection, path, before.at(-1)!) : undefined
    const applied: string[] = []
    for (const { position, migration } of pending) {
      const sql = await migrationSql(migration, 'sqlite')
      if (applyStep(connection, { position, name: migration.name, sql })) applied.push(migration.name)
    }
    return { applied, backup }
  } finally {
    connection.close()
  }
}

/** @returns the names of the migration steps of a file, in order; empty if the file is missing or unreadable */
export function sqliteSteps(path: string): string[] {
  if (!existsSync(path)) return []
  // A connection that only reads would leave the files of an empty write-ahead log behind.
  const readOnly = existsSync(`${path}-wal`)
  const connection = new DatabaseSync(path, { readOnly, timeout: 60_000 })
  try {
    return recordedNames(connection)
  } catch {
    return []
  } finally {
    connection.close()
  }
}

/**
 * Maximum time in milliseconds to wait for another process that is creating the same file. After this time, the
 * migration fails. `RETRY_MS` is the pause between two attempts.
 */
const LOCK_TIMEOUT_MS = 10_000
const RETRY_MS = 20

/**
 * Switches the file to write-ahead logging. This needs exclusive access, for which SQLite does not wait. This function
 * waits instead, because two processes may create the file at the same time.
 */
function useWriteAheadLog(connection: DatabaseSync): void {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || waited >= LOCK_TIMEOUT_MS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}

/** Applies a migration step. @returns false if another process has already applied it */
function applyStep(connection: DatabaseSync, step: { position: number; name: string; sql: string }): boolean {
  return inTransaction(connection, () => {
    if (appliedNames(connection).length > step.position) return false
    connection.exec(step.sql)
    connection
      .prepare('insert into migration (position, name, applied_at) values (?, ?, ?)')
      .run(step.position, step.name, new Date().toISOString())
    return true
  })
}

function appliedNames(connection: DatabaseSync): string[] {
  connection.exec(RECORD_TABLE)
  return recordedNames(connection)
}

function recordedNames(connection: DatabaseSync): string[] {
  return connection
    .prepare('select name from migration order by position')
    .all()
    .map((row) => String(row['name']))
}

/**
 * Copies the database to a file in the same folder. If the copy fails, no file remains.
 * @returns the path of the copy
 */
function copyDatabase(connection: DatabaseSync, path: string, step: string): string {
  const target = `${path}.before-migrating-from-${step}`
  if (existsSync(target)) return target
  rmSync(`${target}.part`, { force: true })
  connection.prepare('vacuum into ?').run(`${target}.part`)
  renameSync(`${target}.part`, target)
  return target
}

function inTransaction<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('begin exclusive')
  try {
    const result = work()
    connection.exec('commit')
    return result
  } catch (error) {
    // Rolls back only if the transaction is still open. If the disk is full, SQLite has already rolled back, and a
    // second rollback would throw an error that hides the cause.
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
