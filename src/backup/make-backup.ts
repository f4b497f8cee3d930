import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { DatabaseLocation } from '../db/database-url.ts'
import { SQLITE_FULL, sqliteCode } from '../db/sqlite/sqlite-error-codes.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { AppError } from '../kernel/errors.ts'
import { encryptionFor, type ByteStage } from './files/age-encryption.ts'
import { ENCRYPTED, MANIFEST, type BackupFile, type BackupManifest } from './files/backup-manifest.ts'
import { backUpImages, openImageRecord } from './files/back-up-images.ts'
import { SECRET_FILE } from './first-format/file-copy-manifest.ts'
import { openSource } from './rows/open-source.ts'
import { PartWriter, writeFileOf } from './files/part-files.ts'
import { formatRow } from './rows/row.ts'
import type { RowSource } from './rows/row-source.ts'
import { RowsDigest } from './rows/rows-digest.ts'
import { schemaLayout, type TableLayout } from './rows/table-layout.ts'

export interface BackupSource {
  readonly location: DatabaseLocation
  readonly dataFolder: string
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
 * Writes a snapshot of the database, the images and the secret to a new folder. Its name ends in `.partial` until the
 * backup is complete. If an interrupted backup has left such a folder, its images are kept.
 * @param target path of the new folder
 * @throws AppError `conflict` if the folder exists, `not_found` if there is no database, `invalid_input` if a recipient is
 *   invalid, `unavailable` if the database cannot be read or the folder is not writable
 */
export async function makeBackup(source: BackupSource, target: string): Promise<MadeBackup> {
  if (existsSync(target)) throw new AppError('conflict', `${target} already exists`)
  const encrypt = source.recipients.length > 0 ? await encryptionFor(source.recipients) : undefined
  const draft = `${target}.partial`
  try {
    const made = await writeBackup(source, draft, encrypt)
    await rename(draft, target)
    await syncFolder(dirname(target))
    return made
  } catch (error) {
    // Without images, there is nothing that the next attempt could keep.
    if (!existsSync(join(draft, 'images'))) await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw explainFailure(source, target, error)
  }
}

function explainFailure({ location }: BackupSource, target: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  const isFile = syscall !== undefined && syscall !== 'connect'
  if (!isFile && sqliteCode(error) !== SQLITE_FULL) return explainUnusable(location, error, 'direct')
  const problem = `the backup ${target} cannot be written: ${message}`
  return new AppError('unavailable', `${problem}; free some space, or name another folder`, { cause: error })
}

async function writeBackup(source: BackupSource, draft: string, encrypt: ByteStage | undefined): Promise<MadeBackup> {
  const createdAt = new Date().toISOString()
  const rows = await openSource(source.location)
  const record = await openImageRecord(draft, source.recipients)
  const database = await writeTables(rows, draft, encrypt).finally(() => rows.close())
  // The images follow the database, so that the backup contains every image to which the database refers.
  const images = await backUpImages(source.dataFolder, draft, { encrypt, record })
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
  for (const folder of [join(draft, 'tables'), draft]) await syncFolder(folder)
  return { manifest, damagedImages: images.damaged, keptImages: images.kept }
}

type DatabasePart = Pick<BackupManifest, 'counters' | 'tables' | 'files'>

async function writeTables(rows: RowSource, draft: string, encrypt: ByteStage | undefined): Promise<DatabasePart> {
  const layout = await schemaLayout(rows.steps)
  await rm(join(draft, 'tables'), { recursive: true, force: true })
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  const [tables, files]: [BackupManifest['tables'][number][], BackupFile[]] = [[], []]
  for (const table of layout.tables) {
    const digest = new RowsDigest()
    for await (const part of writeRows(rows, table, new PartWriter(draft, `tables/${table.name}`, encrypt), digest))
      files.push(part)
    tables.push({ name: table.name, columns: table.columns, rows: digest.rows, digest: String(digest) })
  }
  return { counters: await rows.readCounters(layout.tables), tables, files }
}

/** Writes the rows of a table. @returns the parts */
async function* writeRows(
  rows: RowSource,
  table: TableLayout,
  writer: PartWriter,
  digest: RowsDigest,
): AsyncGenerator<BackupFile, void> {
  for await (const batch of rows.readRows(table)) {
    const lines = batch.map(formatRow)
    for (const line of lines) digest.add(line)
    const part = await writer.write(`${lines.join('\n')}\n`)
    if (part) yield part
  }
  const last = await writer.close()
  if (last) yield last
}

async function writeSecret(dataFolder: string, draft: string, encrypt: ByteStage | undefined): Promise<BackupFile[]> {
  const from = join(dataFolder, SECRET_FILE)
  if (!existsSync(from)) return []
  const path = `${SECRET_FILE}${encrypt ? ENCRYPTED : ''}`
  return [{ path, ...(await writeFileOf(createReadStream(from), join(draft, path), encrypt)) }]
}

async function writeManifest(draft: string, manifest: BackupManifest, encrypt: ByteStage | undefined): Promise<void> {
  const text = Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
  await writeFileOf(text, join(draft, `${MANIFEST}${encrypt ? ENCRYPTED : ''}`), encrypt)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
