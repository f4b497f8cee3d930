import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { databaseLocation } from '../config/database-location.ts'
import type { Settings } from '../config/settings.ts'
import { refuseLostSecret } from './refuse-lost-secret.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Minimum free space in bytes on a disk of the server. With less space, the server does not start. The first start
 * writes fewer bytes; the rest is a margin.
 */
const MIN_FREE_BYTES = 8 * 1024 * 1024

/**
 * Checks that the server can read its secret and write its files. Changes nothing.
 * @param mayMakeSecret true if a new secret may be created although the database has accounts and their secret is
 *   missing
 * @throws AppError whose message says what the operator can do
 */
export async function checkBeforeStart(settings: Settings, mayMakeSecret: boolean): Promise<void> {
  if (settings.DOGEAR_IMAGES || settings.DOGEAR_SECRET === '') checkFolder(settings.DOGEAR_DATA_DIR)
  const location = databaseLocation(settings)
  if (location.dialect === 'sqlite') {
    checkFolder(dirname(location.path))
    if (existsSync(location.path)) checkAccess(location.path, constants.R_OK | constants.W_OK)
  }
  await refuseLostSecret(settings, mayMakeSecret)
}

function checkFolder(folder: string): void {
  const found = nearestFound(resolve(folder))
  if (!statSync(found).isDirectory()) throw refusal(`${found} is a file, not a folder`, 'correct DOGEAR_DATA_DIR')
  checkAccess(found, constants.W_OK | constants.X_OK)
  const { bavail, bsize } = statfsSync(found)
  if (bavail * bsize >= MIN_FREE_BYTES) return
  throw refusal(`the disk of ${found} is full`, `free at least ${MIN_FREE_BYTES / 1024 / 1024} MB`)
}

/** @returns `path`, or its nearest parent folder that exists */
function nearestFound(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFound(dirname(path))
}

function checkAccess(path: string, mode: number): void {
  try {
    accessSync(path, mode)
  } catch (error) {
    const isReadOnlyDisk = (error as NodeJS.ErrnoException).code === 'EROFS'
    const remedy = isReadOnlyDisk ? 'mount its disk for writing' : `make it writable for the user ${processUser()}`
    throw refusal(`${path} cannot be written to`, `${remedy}, or correct DOGEAR_DATA_DIR or DATABASE_URL`, error)
  }
}

function processUser(): string {
  return process.getuid ? `with the uid ${process.getuid()}` : 'that runs dogear'
}

function refusal(problem: string, remedy: string, cause?: unknown): AppError {
  return new AppError('unavailable', `${problem}: ${remedy}`, { cause })
}
