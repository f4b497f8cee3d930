import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQLITE_BUSY, sqliteCode } from '../../db/sqlite/sqlite-error-codes.ts'
import { AppError } from '../../kernel/errors.ts'
import { SECRET_FILE } from '../first-format/file-copy-manifest.ts'

/** @returns the part of a name that marks a replaced file, with the present time */
export function replacementMark(): string {
  return `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
}

/**
 * Puts a database in the place of another one, which is kept under another name, with its write-ahead log. If the log kept
 * its name, SQLite would apply it to the new database.
 * @returns the new paths of the replaced files
 */
export async function replaceDatabase(draft: string, path: string, mark: string): Promise<readonly string[]> {
  const replaced: string[] = []
  for (const end of ['', '-wal', '-shm']) {
    if (!existsSync(path + end)) continue
    await rename(path + end, `${path}.${mark}${end}`)
    replaced.push(`${path}.${mark}${end}`)
  }
  await rename(draft, path)
  return replaced
}

/**
 * Stores the secret of a backup in the data folder.
 * @returns the new path of another secret that was there before
 */
export async function replaceSecret(dataFolder: string, secret: Uint8Array, mark: string): Promise<readonly string[]> {
  const path = join(dataFolder, SECRET_FILE)
  if (existsSync(path) && (await readFile(path)).equals(secret)) return []
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const replaced = existsSync(path) ? [`${path}.${mark}`] : []
  const file = await open(`${path}.restoring`, 'w', 0o600)
  try {
    await file.writeFile(secret)
    await file.sync()
  } finally {
    await file.close()
  }
  for (const aside of replaced) await rename(path, aside)
  await rename(`${path}.restoring`, path)
  return replaced
}

/**
 * Checks for other processes that use an SQLite file, by switching off the write-ahead log, which requires exclusive
 * access.
 * @throws AppError `conflict` if there are any
 */
export function refuseRunning(path: string): void {
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
