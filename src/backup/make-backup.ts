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
import { backUpImages, deleteFiles, openImageRecord } from './files/back-up-images.ts'
import { SECRET_FILE } from './first-format/file-copy-manifest.ts'
import { folderObjects } from '../objects/folder-objects.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openObjects, type ObjectsPlace } from '../objects/open-objects.ts'
import { openSource } from './rows/open-source.ts'
import { PartWriter, writeFileOf } from './files/part-files.ts'
import { objectInliner } from './rows/inline-objects.ts'
import { formatRow, type Row } from './rows/row.ts'
import type { RowSource } from './rows/row-source.ts'
import { RowsDigest } from './rows/rows-digest.ts'
import { schemaLayout, type TableLayout } from './rows/table-layout.ts'

export interface BackupSource {
  readonly location: DatabaseLocation
  readonly dataFolder: string
  /** where images are stored */
  readonly objects: ObjectsPlace
  /** true to include the secret, which is the key for other stored secrets */
  readonly hasSecret: boolean
  /** public keys of age for which the backup is encrypted; empty for no encryption */
  readonly recipients: readonly string[]
  readonly version: string
}

export interface MadeBackup {
  readonly manifest: BackupManifest
  /** names of the images that were left out because their files are damaged */
  readonly damagedImages: readonly string[]
  /** number of images that an interrupted backup had stored before */
  readonly keptImages: number
}

/**
 * Writes a snapshot of the database, the images and the secret to a new folder, or to a place in a bucket. The name of the
 * folder ends in `.partial` until the backup is complete; a backup in a bucket has no manifest until then. If an interrupted
 * backup has left such a place, its images are kept.
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
    await rename(draft, target)
    await syncFolder(dirname(target))
    return made
  } catch (error) {
    // Without images, there is nothing that the next attempt could keep.
    if (!existsSync(join(draft, 'images'))) await rm(draft, { recursive: true, force: true }).catch(() => undefined)
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
  const [record, objects] = [await openImageRecord(draft, source.recipients), openObjects(source.objects)]
  const database = await writeTables(rows, { draft, encrypt, objects }).finally(() => rows.close())
  // The images follow the database, so that the backup contains every image to which the database refers.
  const images = await backUpImages(objects, draft, { encrypt, record }).finally(() => objects.close())
  const secret = source.hasSecret ? await writeSecret(source.dataFolder, draft, encrypt) : []
  const manifest: BackupManifest = {
    format: 2,
    id: randomBytes(12).toString('hex'),
    version: source.version,
    createdAt,
    steps: rows.steps,
    counters: database.counters,
    tables: database.tables,
    images: images.count,
    files: [...database.files, ...images.files, ...secret],
  }
  await writeManifest(draft, manifest, encrypt)
  await record.remove()
  return { manifest, damagedImages: images.damaged, keptImages: images.kept }
}

type DatabasePart = Pick<BackupManifest, 'counters' | 'tables' | 'files'>

interface TablesTarget {
  readonly draft: ObjectStore
  readonly encrypt: ByteStage | undefined
  /** where captures are that the database only refers to */
  readonly objects: ObjectStore
}

async function writeTables(rows: RowSource, { draft, encrypt, objects }: TablesTarget): Promise<DatabasePart> {
  const layout = await schemaLayout(rows.steps)
  await deleteFiles(draft, 'tables/')
  const [tables, files]: [BackupManifest['tables'][number][], BackupFile[]] = [[], []]
  for (const table of layout.tables) {
    const digest = new RowsDigest()
    const writer = new PartWriter(draft, `tables/${table.name}`, encrypt)
    for await (const part of writeRows(completeRows(rows, table, objects), writer, digest)) files.push(part)
    tables.push({ name: table.name, columns: table.columns, rows: digest.rows, digest: String(digest) })
  }
  return { counters: await rows.readCounters(layout.tables), tables, files }
}

/** Reads the rows of a table in batches. Bodies in the object store are read one by one, because they may be large. */
async function* completeRows(
  rows: RowSource,
  table: TableLayout,
  objects: ObjectStore,
): AsyncGenerator<readonly Row[], void> {
  const inline = objectInliner(table, objects)
  for await (const batch of rows.readRows(table)) {
    if (!inline) yield batch
    else
      for (const row of batch) {
        const complete = await inline(row)
        if (complete) yield [complete]
      }
  }
}

/** Writes the rows of a table. @returns the parts */
async function* writeRows(
  rows: AsyncIterable<readonly Row[]>,
  writer: PartWriter,
  digest: RowsDigest,
): AsyncGenerator<BackupFile, void> {
  for await (const batch of rows) {
    const lines = batch.map(formatRow)
    for (const line of lines) digest.add(line)
    const part = await writer.write(`${lines.join('\n')}\n`)
    if (part) yield part
  }
  const last = await writer.close()
  if (last) yield last
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
