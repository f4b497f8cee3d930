import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQLITE_FULL, sqliteCode } from '../db/sqlite/sqlite-error-codes.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { AppError } from '../kernel/errors.ts'
import { DATABASE_FILE, factsOf, MANIFEST, SECRET_FILE, type FileFacts, type Manifest } from './manifest.ts'

interface BackupSource {
  /** path of the SQLite file, which a running service may be using */
  readonly databasePath: string
  readonly dataFolder: string
  /** true to include the secret, which is the key for other stored secrets */
  readonly hasSecret: boolean
  readonly version: string
}

/**
 * Copies a snapshot of the database, the secret and the images to a new folder. After a failure, no folder is created.
 * @param target path of the new folder
 * @throws AppError `conflict` if the folder exists, `not_found` if there is no database, `unavailable` if the database
 *   is damaged or the folder is not writable
 */
export async function makeBackup(source: BackupSource, target: string): Promise<Manifest> {
  if (existsSync(target)) throw new AppError('conflict', `${target} already exists`)
  if (!existsSync(source.databasePath)) throw new AppError('not_found', `there is no ${source.databasePath}`)
  const draft = `${target}.partial`
  try {
    return await writeBackup(source, draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw explainFailure(source, target, error)
  }
}

function explainFailure({ databasePath: path }: BackupSource, target: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  const isFull = sqliteCode(error) === SQLITE_FULL
  if (syscall === undefined && !isFull) return explainUnusable({ dialect: 'sqlite', path }, error)
  const problem = `the backup ${target} cannot be written: ${message}`
  return new AppError('unavailable', `${problem}; free some space, or name another folder`, { cause: error })
}

async function writeBackup(source: BackupSource, draft: string, target: string): Promise<Manifest> {
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  copyDatabase(source.databasePath, join(draft, DATABASE_FILE))
  const names = [DATABASE_FILE, ...(await copySecret(source, draft)), ...(await copyImages(source.dataFolder, draft))]
  const manifest = await describe(draft, names, source.version)
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, target)
  await syncFolder(dirname(target))
  return manifest
}

/**
 * Copies the database in a read transaction, so that other processes can write during the copy. The copy does not
 * contain what they write.
 */
function copyDatabase(path: string, target: string): void {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
  try {
    connection.prepare('vacuum into ?').run(target)
  } finally {
    connection.close()
  }
}

async function copySecret({ dataFolder, hasSecret }: BackupSource, draft: string): Promise<string[]> {
  const path = join(dataFolder, SECRET_FILE)
  if (!hasSecret || !existsSync(path)) return []
  await copyFile(path, join(draft, SECRET_FILE))
  return [SECRET_FILE]
}

/**
 * Copies the images. The caller must copy the database first, so that the backup contains every image to which the
 * copied database refers. Skips images that the service deletes during the copy, because it deletes only images that no
 * entry shows any more.
 * @returns the paths of the copied files inside the backup
 */
async function copyImages(dataFolder: string, draft: string): Promise<string[]> {
  const names: string[] = []
  const shards = await readdir(join(dataFolder, 'images')).catch(() => [])
  for (const shard of shards.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    await mkdir(join(draft, 'images', shard), { recursive: true, mode: 0o700 })
    for (const file of await readdir(join(dataFolder, 'images', shard))) {
      const name = `images/${shard}/${file}`
      if (/^[0-9a-f]{64}$/.test(file) && (await copied(join(dataFolder, name), join(draft, name)))) names.push(name)
    }
  }
  return names
}

function copied(from: string, to: string): Promise<boolean> {
  return copyFile(from, to, constants.COPYFILE_FICLONE).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** Flushes all files to disk. @returns the manifest that describes them */
async function describe(draft: string, names: readonly string[], version: string): Promise<Manifest> {
  const files: Record<string, FileFacts> = {}
  for (const name of names.toSorted()) {
    const path = join(draft, name)
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
    files[name] = await factsOf(path)
  }
  return { format: 1, version, createdAt: new Date().toISOString(), files }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
