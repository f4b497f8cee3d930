import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'

/**
 * The description of a backup in the first format, which contains copies of the SQLite file, the images and the secret. It is
 * stored in `manifest.json`. This version reads such backups, but no longer makes them.
 */
interface FileCopyManifest {
  readonly format: 1
  /** version of the program that made the backup */
  readonly version: string
  /** ISO 8601 in UTC */
  readonly createdAt: string
  /** sizes and hashes of the files, by path inside the backup with forward slashes */
  readonly files: Readonly<Record<string, FileFacts>>
}

interface FileFacts {
  readonly bytes: number
  /** in lower-case hexadecimal */
  readonly sha256: string
}

const MANIFEST = 'manifest.json'
export const DATABASE_FILE = 'dogear.db'
export const SECRET_FILE = 'secret'
/** Matches the paths of files that a backup may contain. A manifest with any other path is invalid. */
const BACKUP_FILE_PATH = /^(?:dogear\.db|secret|images\/[0-9a-f]{2}\/[0-9a-f]{64})$/

/** @returns the size and the hash of a file, which is read in chunks */
async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** @returns true if a folder contains a backup in the first format */
export async function isFileCopy(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '')
  return /^\s*\{\s*"format":\s*1\b/.test(text)
}

/**
 * Reads the manifest of a backup, and verifies every file.
 * @throws AppError `invalid_input` if the folder is not a backup, or the backup is incomplete or damaged
 */
export async function verifyFileCopy(folder: string): Promise<FileCopyManifest> {
  const manifest = await readManifest(folder)
  for (const [name, wanted] of Object.entries(manifest.files)) {
    const path = join(folder, name)
    const facts = await lstat(path).catch(() => undefined)
    const found = facts?.isFile() ? await factsOf(path) : undefined
    if (found?.sha256 !== wanted.sha256) throw new AppError('invalid_input', `the backup is damaged: ${path}`)
  }
  return manifest
}

async function readManifest(folder: string): Promise<FileCopyManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new AppError('invalid_input', `${folder} contains no backup: the file ${MANIFEST} is missing`)
  const manifest = parseManifest(text)
  if (!manifest) throw new AppError('invalid_input', `${join(folder, MANIFEST)} cannot be read`)
  return manifest
}

function parseManifest(text: string): FileCopyManifest | undefined {
  try {
    const manifest = JSON.parse(text) as FileCopyManifest
    const names = Object.keys(manifest.files)
    return manifest.format === 1 && names.includes(DATABASE_FILE) && names.every((name) => BACKUP_FILE_PATH.test(name))
      ? manifest
      : undefined
  } catch {
    return undefined
  }
}
