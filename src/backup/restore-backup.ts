import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../db/migration-record.ts'
import { sqliteSteps } from '../db/sqlite/migrate-sqlite.ts'
import { MIGRATIONS } from '../db/migrations/all-migrations.ts'
import { SQLITE_BUSY, sqliteCode } from '../db/sqlite/sqlite-error-codes.ts'
import { AppError } from '../kernel/errors.ts'
import { findFaults } from './find-faults.ts'
import { DATABASE_FILE, SECRET_FILE, verifyBackup } from './manifest.ts'

export interface RestoreTarget {
  readonly databasePath: string
  readonly dataFolder: string
  /** whether to end the sessions and tokens in the backup */
  readonly endsSessions: boolean
}

export interface Restored {
  /** time of the backup; ISO 8601 */
  readonly createdAt: string
  /** new paths of the replaced files */
  readonly replaced: readonly string[]
}

/**
 * Replaces the current files by those of a backup. Verifies everything before any change, and keeps replaced files
 * beside the new ones under another name.
 * @throws AppError `invalid_input` for a backup that is damaged or of a newer version, `conflict` while the service
 * runs
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
  const replaced = [...secret, ...(await putAside(target.databasePath, mark))]
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

/** Leaving the write-ahead log mode requires exclusive access, so it fails while another process has the file open. */
function refuseRunning(path: string): void {
  if (!existsSync(path)) return
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) {
      throw new AppError('conflict', `${path} is in use: stop the service before you restore`)
    }
    // A damaged file may be replaced.
  } finally {
    connection.close()
  }
}

/** Sessions, tokens, and pending sign-ins: the backup may contain some that ended later. */
const SIGNED_IN = ['session', 'sign_in_step', 'access_token', 'refresh_token']

function endSessions(path: string): void {
  const connection = new DatabaseSync(path)
  try {
    for (const table of SIGNED_IN) connection.exec(`delete from ${table}`)
  } finally {
    connection.close()
  }
}

/** Revisions are counted again from those of the backup, so clients must not continue from their cursors. */
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

/** The write-ahead log belongs to its file, and must not be used with another one. */
async function putAside(path: string, mark: string): Promise<string[]> {
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
