import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../kernel/errors.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { ByteStage } from './age-encryption.ts'
import type { ColumnKind } from '../rows/row.ts'

/** The description of a backup (docs/backup.md, "The format"). */
export interface BackupManifest {
  readonly format: 2
  /** random text that identifies the backup */
  readonly id: string
  /** version of the program that made the backup */
  readonly version: string
  /** time of the snapshot, in ISO 8601 and UTC */
  readonly createdAt: string
  /** names of the migrations of the database, in order */
  readonly steps: readonly string[]
  /** the last generated id of each table with generated ids */
  readonly counters: Readonly<Record<string, number>>
  readonly tables: readonly BackupTable[]
  readonly images: number
  readonly files: readonly BackupFile[]
}

interface BackupTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  readonly rows: number
  /** see `RowsDigest` */
  readonly digest: string
}

export interface BackupFile {
  /** path in the backup, with forward slashes */
  readonly path: string
  readonly bytes: number
  /** hash of the file as it is stored, in lower-case hexadecimal */
  readonly sha256: string
}

export const MANIFEST = 'manifest.json'
/** The end of the names of encrypted files. */
export const ENCRYPTED = '.age'
/** Matches the paths that a manifest may contain, so that no file outside of the backup is read. */
const FILE_PATH = /^(?:secret|(?:tables\/[a-z_]+|images\/images)\.\d{4,6}\.ndjson\.zst)(?:\.age)?$/
/** @returns true if a backup may have written a file with this path; a folder or a bucket may contain others */
export function isFileOfBackup(path: string): boolean {
  return FILE_PATH.test(path) || path === MANIFEST || path === MANIFEST + ENCRYPTED
}

/** Maximum size of a manifest. 10 TB in parts of 64 MB take 30 MB. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

/**
 * Reads the manifest of a backup.
 * @param decrypt undefined if the caller has no key
 * @throws AppError `invalid_input` if the place contains no complete backup, or the key is missing
 */
export async function readManifest(store: ObjectStore, decrypt: ByteStage | undefined): Promise<BackupManifest> {
  const { description } = store
  const encrypted = await store.get(MANIFEST + ENCRYPTED)
  if (encrypted && !decrypt) {
    encrypted.body.destroy()
    throw new AppError(
      'invalid_input',
      `the backup in ${description} is encrypted: name the file with the key by --key`,
    )
  }
  const stored = encrypted ?? (await store.get(MANIFEST))
  if (!stored)
    throw new AppError('invalid_input', `${description} contains no complete backup: the file ${MANIFEST} is missing`)
  const manifest = stored.size > MAX_MANIFEST_BYTES ? undefined : await readBody(stored.body, encrypted && decrypt)
  if (manifest?.files.every((one) => one.path.endsWith(ENCRYPTED) === (encrypted !== undefined))) return manifest
  stored.body.destroy()
  throw new AppError('invalid_input', `the backup in ${description} is damaged: ${MANIFEST} cannot be read`)
}

async function readBody(body: AsyncIterable<Uint8Array>, decrypt: ByteStage | undefined) {
  return parseManifest(String(await buffer(decrypt ? decrypt(body) : body)))
}

function parseManifest(text: string): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(text) as BackupManifest
    const { format, id, createdAt, steps, counters, tables, images, files } = manifest
    const isComplete =
      format === 2 &&
      [id, createdAt, ...steps, ...tables.flatMap(({ name, digest }) => [name, digest])].every(isText) &&
      [images, ...Object.values(counters), ...tables.map(({ rows }) => rows)].every(Number.isSafeInteger) &&
      tables.every(({ columns }) => columns.every(({ name }) => isText(name))) &&
      files.every(({ path, sha256 }) => FILE_PATH.test(path) && /^[0-9a-f]{64}$/.test(sha256))
    return isComplete ? manifest : undefined
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/**
 * Verifies the hashes of all files of a backup.
 * @throws AppError `invalid_input` if one is missing or damaged
 */
export async function verifyFiles(store: ObjectStore, manifest: BackupManifest): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    const stored = await store.get(path)
    const hash = createHash('sha256')
    if (stored) for await (const piece of stored.body as AsyncIterable<Uint8Array>) hash.update(piece)
    if (!stored || hash.digest('hex') !== sha256)
      throw new AppError('invalid_input', `the backup is damaged: ${path} in ${store.description}`)
  }
}

/** @returns the paths of the files with the rows of a table, in order */
export function partsOf(manifest: BackupManifest, table: string): readonly string[] {
  return manifest.files.map(({ path }) => path).filter((path) => path.startsWith(`tables/${table}.`))
}

/** @returns the paths of the files with images, in order */
export function imagePartsOf(manifest: BackupManifest): readonly string[] {
  return manifest.files.map(({ path }) => path).filter((path) => path.startsWith('images/'))
}
