import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../db/migration-record.ts'
import { sqliteSteps } from '../db/sqlite/migrate-sqlite.ts'
import { MIGRATIONS } from '../db/migrations/all-migrations.ts'
import { SQLITE_BUSY, sqliteCode } from '../db/sqlite/sqlite-error-codes.ts'
import { AppError } from '../kernel/errors.ts'
import { findFaults } from './find-database-faults.ts'
import { DATABASE_FILE, SECRET_FILE, verifyBackup } from './manifest.ts'

interface RestoreTarget {
  readonly databasePath: string
  readonly dataFolder: string
  /** true to end the sessions and tokens in the backup */
  readonly endsSessions: boolean
}

interface Restored {
  /** time at which the backup was made, in ISO 8601 */
  readonly createdAt: string
  /** new paths of the files that were replaced */
  readonly replaced: readonly string[]
}

/**
 * Replaces the current files with those of a backup. The backup is verified before any change. The replaced files are
 * kept in the same folders under other names.
 * @throws AppError `invalid_input` if the backup is damaged or was made by a newer version, `conflict` if the service
 *   is running
 */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Restored> {
  const manifest = await verifyBackup(folder)
  const database = join(folder, DATABASE_FILE)
  const [fault] = findFaults(database)
  if (fault !== undefined) throw new AppError('invalid_input', `the database of the backup is damaged: ${fault}`)
  refuseNewer(database)
  await mkdir(dirname(target.databasePath), { recursive: true, mode: 0o700 })
  refuseRunning(target.databasePath)
  const draft = `${target.databasePath}.restoring`
  await copyDurably(database, draft)
  if (target.endsSessions) endSessions(draft)
  endSyncEpoch(draft)
  await restoreImages(folder, target.dataFolder, Object.keys(manifest.files))
  const mark = `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const secret = await restoreSecret(folder, target.dataFolder, mark)
  const replaced = [...secret, ...(await renameDatabaseFiles(target.databasePath, mark))]
  await rename(draft, target.databasePath)
  return { createdAt: manifest.createdAt, replaced }
}

function refuseNewer(database: string): void {
  try {
    pendingMigrations(sqliteSteps(database), MIGRATIONS)
  } catch (error) {
    throw new AppError('invalid_input', (error as Error).message)
  }
}

/**
 * Checks for other processes that use the database, by switching off the write-ahead log, which requires exclusive
 * access.
 * @throws AppError `conflict` if there are any
 */
function refuseRunning(path: string): void {
  if (!existsSync(path)) return
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) {
      throw new AppError('conflict', `${path} is in use: stop the service before you restore`)
    }
    // Any other error means that the file is damaged. A damaged file may be replaced without this check.
  } finally {
    connection.close()
  }
}

/**
 * Tables that are emptied after a restore. Otherwise, sessions, tokens and pending sign-ins that have ended since the
 * backup would become valid again.
 */
const SIGNED_IN = [
  'session',
  'sign_in_step',
  'passkey_challenge',
  'recovery_link',
  'provider_request',
  'access_token',
  'refresh_token',
]

function endSessions(path: string): void {
  const connection = new DatabaseSync(path)
  try {
    for (const table of SIGNED_IN) connection.exec(`delete from ${table}`)
  } finally {
    connection.close()
  }
}

/**
 * Ends the synchronisation epoch, so that clients discard their cursors and load everything again. With their old
 * cursors, they would miss changes: after a restore, revisions continue from those in the backup, so new changes get
 * revision numbers that clients have already seen.
 */
function endSyncEpoch(path: string): void {
  const connection = new DatabaseSync(path)
  try {
    connection.exec("delete from instance where name = 'sync_epoch'")
  } finally {
    connection.close()
  }
}

async function restoreImages(folder: string, dataFolder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((one) => one.startsWith('images/'))) {
    const path = join(dataFolder, name)
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await copyDurably(join(folder, name), path)
  }
}

async function restoreSecret(folder: string, dataFolder: string, mark: string): Promise<string[]> {
  const [from, path] = [join(folder, SECRET_FILE), join(dataFolder, SECRET_FILE)]
  if (!existsSync(from)) return []
  if (existsSync(path) && (await readFile(path)).equals(await readFile(from))) return []
  const replaced = existsSync(path) ? [`${path}.${mark}`] : []
  await copyDurably(from, `${path}.restoring`)
  for (const aside of replaced) await rename(path, aside)
  await rename(`${path}.restoring`, path)
  return replaced
}

/**
 * Renames a database and its write-ahead log. If the log kept its name, SQLite would apply it to the restored database.
 * @returns the new paths
 */
async function renameDatabaseFiles(path: string, mark: string): Promise<string[]> {
  const replaced: string[] = []
  for (const end of ['', '-wal', '-shm']) {
    if (!existsSync(path + end)) continue
    await rename(path + end, `${path}.${mark}${end}`)
    replaced.push(`${path}.${mark}${end}`)
  }
  return replaced
}

async function copyDurably(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  await file.chmod(0o600)
  await file.sync().finally(() => file.close())
}
