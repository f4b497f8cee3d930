import { hash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { formatRow, parseRow } from '../rows/row.ts'

/** A line with an image: its hash, and its bytes. */
const IMAGE_COLUMNS = ['text', 'blob'] as const
const IMAGE_NAME = /^[0-9a-f]{64}$/

/** The key of an image, as `objectImageStore` of src/images stores it. */
function imageKey(name: string): string {
  return `images/${name.slice(0, 2)}/${name}`
}

/** Lists the names of all stored images, which are their hashes. */
export async function* listImages(objects: ObjectStore): AsyncGenerator<string, void> {
  for await (const { key } of objects.list('images/')) {
    const name = key.slice(key.lastIndexOf('/') + 1)
    if (IMAGE_NAME.test(name) && key === imageKey(name)) yield name
  }
}

/**
 * Reads an image as a line of a backup.
 * @returns undefined if the image was deleted meanwhile; `damaged` if its bytes do not have its hash
 */
export async function readImageLine(objects: ObjectStore, name: string): Promise<string | 'damaged' | undefined> {
  const bytes = await objects.read(imageKey(name))
  if (!bytes) return undefined
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

/** Stores an image, unless it exists. */
export async function storeImage(objects: ObjectStore, { name, bytes }: ImageFile): Promise<void> {
  const key = imageKey(name)
  if ((await objects.sizeOf(key)) !== bytes.length) await objects.put(key, bytes)
}
