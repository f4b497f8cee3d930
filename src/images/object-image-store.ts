import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../kernel/errors.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { ImageStore } from './image-store.ts'

const PREFIX = 'images/'
const HASH = /^[0-9a-f]{64}$/

/** @returns a store that keeps each image in the object `images/ab/abcdef…`, named after its hash */
export function objectImageStore(objects: ObjectStore): ImageStore {
  return {
    put: (sha256, bytes) => objects.put(keyOf(sha256), bytes),
    get: async (sha256) => {
      const stored = await objects.get(keyOf(sha256))
      return stored && Readable.from(verified(stored.body, sha256), { objectMode: false })
    },
    read: async (sha256) => {
      const bytes = await objects.read(keyOf(sha256))
      return bytes && hash('sha256', bytes, 'buffer').equals(sha256) ? bytes : undefined
    },
    delete: (hashes) => objects.delete(hashes.map(keyOf)),
    list: async (shard, before) => {
      const found: Uint8Array[] = []
      for await (const { key } of objects.list(`${PREFIX}${shard.toString(16).padStart(2, '0')}/`, before)) {
        const name = key.slice(PREFIX.length + 3)
        if (HASH.test(name)) found.push(Buffer.from(name, 'hex'))
      }
      return found
    },
  }
}

function keyOf(sha256: Uint8Array): string {
  const hex = Buffer.from(sha256).toString('hex')
  return `${PREFIX}${hex.slice(0, 2)}/${hex}`
}

/**
 * Compares the bytes of an image with its hash. The last piece is passed on only if they match, so that no client takes a
 * damaged image for a complete one.
 */
async function* verified(body: AsyncIterable<Uint8Array>, sha256: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const digest = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const piece of body) {
    digest.update(piece)
    if (last) yield last
    last = piece
  }
  if (!digest.digest().equals(sha256)) {
    const name = Buffer.from(sha256).toString('hex')
    throw new AppError('unavailable', `the image ${name} is damaged in the object store`)
  }
  if (last) yield last
}
