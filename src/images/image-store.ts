import type { Readable } from 'node:stream'

/**
 * The store for the bytes of images, by their SHA-256. Currently a folder; any object store by name can implement it.
 * Hashes are 32 bytes.
 */
export interface ImageStore {
  /** Stores the bytes under their hash: when the promise resolves, they survive a power loss. Idempotent. */
  put(sha256: Uint8Array, bytes: Uint8Array): Promise<void>
  has(sha256: Uint8Array): Promise<boolean>
  /** @returns the bytes as a stream, or undefined if there is no such image; the caller reads or destroys it */
  get(sha256: Uint8Array): Promise<Readable | undefined>
  /** Deletes the bytes, if they exist. */
  delete(sha256: Uint8Array): Promise<void>
  /**
   * @param shard 0 to 255, the first byte of the hashes
   * @param before only files stored before this time
   * @returns the hashes of the stored files, for finding those without references; temporary files from a crash are
   *   deleted on the way
   */
  list(shard: number, before: Date): Promise<readonly Uint8Array[]>
}
