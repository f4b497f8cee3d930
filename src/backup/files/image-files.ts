import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { formatRow, parseRow } from '../rows/row.ts'

/** A line with an image: its hash, and its bytes. */
const IMAGE_COLUMNS = ['text', 'blob'] as const
const IMAGE_NAME = /^[0-9a-f]{64}$/

/** The path of an image in the data folder, as `folderImageStore` of src/images stores it. */
function imagePath(dataFolder: string, name: string): string {
  return join(dataFolder, 'images', name.slice(0, 2), name)
}

/** @returns the names of all stored images, which are their hashes, in order */
export async function listImages(dataFolder: string): Promise<readonly string[]> {
  const shards = await readdir(join(dataFolder, 'images')).catch(() => [])
  const names: string[] = []
  for (const shard of shards.filter((name) => /^[0-9a-f]{2}$/.test(name)).toSorted()) {
    const files = await readdir(join(dataFolder, 'images', shard))
    for (const name of files.toSorted()) if (IMAGE_NAME.test(name)) names.push(name)
  }
  return names
}

/**
 * Reads an image as a line of a backup.
 * @returns undefined if the image was deleted meanwhile; `damaged` if its bytes do not have its hash
 */
export async function readImageLine(dataFolder: string, name: string): Promise<string | 'damaged' | undefined> {
  const bytes = await readFile(imagePath(dataFolder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (bytes === undefined) return undefined
  return hash('sha256', bytes) === name ? `${formatRow([name, bytes])}\n` : 'damaged'
}

interface ImageFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Reads a line with an image.
 * @throws AppError `invalid_input` if its bytes do not have its hash
 */
export function parseImageLine(line: string): ImageFile {
  const [name, bytes] = parseRow(line, IMAGE_COLUMNS) as [string, Uint8Array]
  if (bytes === null || hash('sha256', bytes) !== name)
    throw new AppError('invalid_input', 'the backup is damaged: an image does not have its hash')
  return { name, bytes }
}

/** Stores an image completely or not at all, unless it exists. */
export async function storeImage(dataFolder: string, { name, bytes }: ImageFile): Promise<void> {
  const path = imagePath(dataFolder, name)
  if (existsSync(path)) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.restoring.tmp`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(`${path}.restoring.tmp`, path)
}
