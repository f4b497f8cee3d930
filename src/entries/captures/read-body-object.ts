import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { AppError } from '../../kernel/errors.ts'
import type { ObjectStore } from '../../objects/object-store.ts'

/**
 * Reads the body of a capture from the object store, and compares it with its hash.
 * @returns the body as it is stored and as the site sent it; undefined if there is no such object
 * @throws AppError `unavailable` if the store fails, or the object is damaged
 */
export async function readBodyObject(
  objects: ObjectStore,
  { key, sha256 }: { readonly key: string; readonly sha256: Uint8Array },
): Promise<{ readonly compressed: Uint8Array; readonly plain: Uint8Array } | undefined> {
  const compressed = await objects.read(key)
  if (!compressed) return undefined
  const plain = await decompressBody(compressed, sha256)
  if (plain) return { compressed, plain }
  throw new AppError('unavailable', `the object ${key} in ${objects.description} is damaged`)
}

/** @returns the body of a capture as the site sent it; undefined if it is damaged: it does not have the hash */
export async function decompressBody(compressed: Uint8Array, sha256: Uint8Array): Promise<Uint8Array | undefined> {
  const plain = await promisify(zstdDecompress)(compressed).catch(() => undefined)
  return plain && hash('sha256', plain, 'buffer').equals(sha256) ? plain : undefined
}
