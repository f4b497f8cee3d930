import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { DatabaseLocation } from '../db/database-url.ts'
import { SQLITE_FULL, sqliteCode } from '../db/sqlite/sqlite-error-codes.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { AppError } from '../kernel/errors.ts'
import { encryptionFor, type ByteStage } from './files/age-encryption.ts'
import { ENCRYPTED, MANIFEST, type BackupFile, type BackupManifest } from './files/backup-manifest.ts'
import { backUpImages } from './files/back-up-images.ts'
import { BackupRecord, RECORD_FOLDER, sizesIn } from './files/backup-record.ts'
import { SECRET_FILE } from './first-format/file-copy-manifest.ts'
import { folderObjects } from '../objects/folder-objects.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openObjects, type ObjectsPlace } from '../objects/open-objects.ts'
import { openSource } from './rows/open-source.ts'
import { writeFileOf } from './files/part-files.ts'
import { writeTables } from './write-tables.ts'

/**
 * Bytes of rows, as the database stores them, after which the next range begins. An interrupted attempt loses up to so much
 * work, and a changed row costs it the next attempt.
 */
const RANGE_BYTES = 32 * 1024 * 1024

export interface BackupSource {
  readonly location: DatabaseLocation
  readonly dataFolder: string
  /** where images are stored */
  readonly objects: ObjectsPlace
  /** true to include the secret, which is the key for other stored secrets */
  readonly hasSecret: boolean
  /** public keys of age for which the backup is encrypted; empty for no encryption */
  readonly recipients: readonly string[]
  /** key of the installation; without one, an encrypted backup cannot go on after an interruption */
  readonly recordKey?: Uint8Array
  readonly version: string
  /** see `RANGE_BYTES`, which is the default */
  readonly rangeBytes?: number
}

export interface MadeBackup {
  readonly manifest: BackupManifest
  /** names of the images that were left out because their files are damaged */
  readonly damagedImages: readonly string[]
  /** what an interrupted backup had written before */
  readonly kept: {
    readonly files: number
    readonly bytes: number
    readonly images: number
  }
}

/**
 * Writes a snapshot of the database, the images and the secret to a new folder, or to a place in a bucket. The name of the
 * folder ends in `.partial` until the backup is complete; a backup in a bucket has no manifest until then. If an interrupted
 * backup has left such a place, what has not changed since is kept.
 * @throws AppError `conflict` if the backup exists, `not_found` if there is no database, `invalid_input` if a recipient is
 *   invalid, `unavailable` if the database cannot be read or the place is not writable
 */
export async function makeBackup(source: BackupSource, target: ObjectsPlace): Promise<MadeBackup> {
  const encrypt = source.recipients.length > 0 ? await encryptionFor(source.recipients) : undefined
  return target.kind === 'folder'
    ? makeInFolder(source, target.path, encrypt)
    : makeInBucket(source, openObjects(target), encrypt)
}

async function makeInFolder(source: BackupSource, target: string, encrypt: ByteStage | undefined): Promise<MadeBackup> {
  if (existsSync(target)) throw new AppError('conflict', `${target} already exists`)
  const draft = `${target}.partial`
  try {
    const made = await writeBackup(source, folderObjects(draft), encrypt)
    await rm(join(draft, RECORD_FOLDER), { recursive: true, force: true })
    await rename(draft, target)
    await syncFolder(dirname(target))
    return made
  } catch (error) {
    // Without notes, there is nothing that the next attempt could keep.
    if (!existsSync(join(draft, RECORD_FOLDER)))
      await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw explainFailure(source, target, error)
  }
}

async function makeInBucket(
  source: BackupSource,
  store: ObjectStore,
  encrypt: ByteStage | undefined,
): Promise<MadeBackup> {
  try {
    for (const name of [MANIFEST, `${MANIFEST}${ENCRYPTED}`])
      if ((await store.sizeOf(name)) !== undefined)
        throw new AppError('conflict', `${store.description} already contains a backup`)
    return await writeBackup(source, store, encrypt)
  } catch (error) {
    throw error instanceof AppError ? error : explainUnusable(source.location, error, 'direct')
  } finally {
    await store.close()
  }
}

function explainFailure({ location }: BackupSource, target: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  const isFile = syscall !== undefined && syscall !== 'connect'
  if (!isFile && sqliteCode(error) !== SQLITE_FULL) return explainUnusable(location, error, 'direct')
  const problem = `the backup ${target} cannot be written: ${message}`
  return new AppError('unavailable', `${problem}; free some space, or name another folder`, { cause: error })
}

async function writeBackup(
  source: BackupSource,
  draft: ObjectStore,
  encrypt: ByteStage | undefined,
): Promise<MadeBackup> {
  const createdAt = new Date().toISOString()
  const rows = await openSource(source.location)
  const objects = openObjects(source.objects)
  try {
    const { recipients, rangeBytes = RANGE_BYTES } = source
    const head = { recipients, dialect: source.location.dialect, steps: rows.steps }
    const record = new BackupRecord(draft, head, source.recordKey)
    const database = await record
      .open()
      .then(() => writeTables(rows, { draft, encrypt, objects, record, rangeBytes }))
      .finally(() => rows.close())
    // The images follow the database, so that the backup contains every image to which the database refers.
    const images = await backUpImages(objects, draft, { encrypt, record })
    const secret = source.hasSecret ? await writeSecret(source.dataFolder, draft, encrypt) : []
    const files = [...database.files, ...images.files, ...secret]
    await checkFiles(draft, files)
    const manifest: BackupManifest = {
      format: 2,
      id: randomBytes(12).toString('hex'),
      version: source.version,
      createdAt,
      steps: rows.steps,
      counters: database.counters,
      tables: database.tables,
      images: images.count,
      files,
    }
    await writeManifest(draft, manifest, encrypt)
    await record.remove()
    const kept = [...database.kept, ...images.kept]
    const bytes = kept.reduce((sum, file) => sum + file.bytes, 0)
    return { manifest, damagedImages: images.damaged, kept: { files: kept.length, bytes, images: images.keptCount } }
  } finally {
    await objects.close()
  }
}

/**
 * Compares the files of a draft with those that the manifest will list, and deletes the others but the notes.
 * @throws AppError `conflict` if another process has changed them
 */
async function checkFiles(draft: ObjectStore, files: readonly BackupFile[]): Promise<void> {
  const sizes = await sizesIn(draft)
  const changed = files.find(({ path, bytes }) => sizes.get(path) !== bytes)
  if (changed)
    throw new AppError('conflict', `${changed.path} in ${draft.description} was changed by another program: try again`)
  const listed = new Set(files.map(({ path }) => path))
  await draft.delete([...sizes.keys()].filter((path) => !listed.has(path) && !path.startsWith(RECORD_FOLDER)))
}

async function writeSecret(
  dataFolder: string,
  draft: ObjectStore,
  encrypt: ByteStage | undefined,
): Promise<BackupFile[]> {
  const from = join(dataFolder, SECRET_FILE)
  if (!existsSync(from)) return []
  const path = `${SECRET_FILE}${encrypt ? ENCRYPTED : ''}`
  return [{ path, ...(await writeFileOf(createReadStream(from), { store: draft, path }, encrypt)) }]
}

async function writeManifest(
  draft: ObjectStore,
  manifest: BackupManifest,
  encrypt: ByteStage | undefined,
): Promise<void> {
  const text = Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
  await writeFileOf(text, { store: draft, path: `${MANIFEST}${encrypt ? ENCRYPTED : ''}` }, encrypt)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
