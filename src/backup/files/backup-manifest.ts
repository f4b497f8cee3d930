import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../kernel/errors.ts'
import type { ByteStage } from './age-encryption.ts'
import { factsOf } from '../first-format/file-copy-manifest.ts'
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
/** Maximum size of a manifest. 10 TB in parts of 64 MB take 30 MB. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

/**
 * Reads the manifest of a backup.
 * @param decrypt undefined if the caller has no key
 * @throws AppError `invalid_input` if the folder contains no complete backup, or the key is missing
 */
export async function readManifest(folder: string, decrypt: ByteStage | undefined): Promise<BackupManifest> {
  const path = join(folder, MANIFEST)
  const isEncrypted = await exists(path + ENCRYPTED)
  if (!isEncrypted && !(await exists(path)))
    throw new AppError('invalid_input', `${folder} contains no complete backup: the file ${MANIFEST} is missing`)
  if (isEncrypted && !decrypt)
    throw new AppError('invalid_input', `the backup ${folder} is encrypted: name the file with the key by --key`)
  const file = createReadStream(isEncrypted ? path + ENCRYPTED : path, { end: MAX_MANIFEST_BYTES })
  const bytes = await buffer(isEncrypted ? decrypt!(file) : file)
  const manifest = parseManifest(bytes.toString())
  if (manifest && manifest.files.every((one) => one.path.endsWith(ENCRYPTED) === isEncrypted)) return manifest
  throw new AppError('invalid_input', `the backup is damaged: ${path} cannot be read`)
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )
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
export async function verifyFiles(folder: string, manifest: BackupManifest): Promise<void> {
  for (const { path: name, sha256 } of manifest.files) {
    const path = join(folder, name)
    const found = (await exists(path)) ? await factsOf(path) : undefined
    if (found?.sha256 !== sha256) throw new AppError('invalid_input', `the backup is damaged: ${path}`)
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
