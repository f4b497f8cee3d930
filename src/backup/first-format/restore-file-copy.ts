import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../../db/migration-record.ts'
import { sqliteSteps } from '../../db/sqlite/migrate-sqlite.ts'
import { MIGRATIONS } from '../../db/migrations/all-migrations.ts'
import { AppError } from '../../kernel/errors.ts'
import { findFaults } from '../find-database-faults.ts'
import { DATABASE_FILE, SECRET_FILE, verifyFileCopy } from './file-copy-manifest.ts'
import { refuseRunning, replaceDatabase, replaceSecret, replacementMark } from '../files/replace-files.ts'
import { END_SYNC_EPOCH, endSessionsSql } from '../rows/row-target.ts'

interface FileCopyTarget {
  readonly databasePath: string
  readonly dataFolder: string
  /** see `Completion` */
  readonly endsSessions: boolean
  readonly keepsSyncEpoch: boolean
}

/**
 * Restores a backup in the first format, which contains a copy of an SQLite file. The backup is verified before any change.
 * The replaced files are kept in the same folders under other names.
 * @returns the new paths of the files that were replaced
 * @throws AppError `invalid_input` if the backup is damaged or was made by a newer version, `conflict` if the service
 *   is running
 */
export async function restoreFileCopy(folder: string, target: FileCopyTarget): Promise<readonly string[]> {
  const manifest = await verifyFileCopy(folder)
  const database = join(folder, DATABASE_FILE)
  const [fault] = findFaults(database)
  if (fault !== undefined) throw new AppError('invalid_input', `the database of the backup is damaged: ${fault}`)
  refuseNewer(database)
  await mkdir(dirname(target.databasePath), { recursive: true, mode: 0o700 })
  refuseRunning(target.databasePath)
  const draft = `${target.databasePath}.restoring`
  await copyDurably(database, draft)
  adjust(draft, target)
  await restoreImages(folder, target.dataFolder, Object.keys(manifest.files))
  const [mark, secret] = [replacementMark(), join(folder, SECRET_FILE)]
  const replaced = existsSync(secret) ? await replaceSecret(target.dataFolder, await readFile(secret), mark) : []
  return [...replaced, ...(await replaceDatabase(draft, target.databasePath, mark))]
}

function refuseNewer(database: string): void {
  try {
    pendingMigrations(sqliteSteps(database), MIGRATIONS)
  } catch (error) {
    throw new AppError('invalid_input', (error as Error).message)
  }
}

/** Changes the copied database as the caller wishes. */
function adjust(path: string, { endsSessions, keepsSyncEpoch }: FileCopyTarget): void {
  const connection = new DatabaseSync(path)
  try {
    if (endsSessions) for (const sql of endSessionsSql(tablesOf(connection))) connection.exec(sql)
    if (!keepsSyncEpoch) connection.exec(END_SYNC_EPOCH)
  } finally {
    connection.close()
  }
}

function tablesOf(connection: DatabaseSync): string[] {
  const rows = connection.prepare("select name from sqlite_master where type = 'table'").all()
  return rows.map(({ name }) => String(name))
}

async function restoreImages(folder: string, dataFolder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((one) => one.startsWith('images/'))) {
    const path = join(dataFolder, name)
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await copyDurably(join(folder, name), path)
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  await file.chmod(0o600)
  await file.sync().finally(() => file.close())
}
