import type { Readable } from 'node:stream'

/**
 * Where the bytes of images lie, each under the SHA-256 of itself. A folder now; anything that keeps objects by name can
 * stand behind it. Hashes are 32 bytes.
 */
export interface ImageStore {
  /** Keeps the bytes under their hash: when the promise resolves they outlast a power cut. Doing it twice is harmless. */
  put(sha256: Uint8Array, bytes: Uint8Array): Promise<void>
  has(sha256: Uint8Array): Promise<boolean>
  /** @returns the bytes in pieces, or undefined when there is no such image; the caller reads or destroys them */
  get(sha256: Uint8Array): Promise<Readable | undefined>
  /** Removes the bytes, if they are there. */
  delete(sha256: Uint8Array): Promise<void>
  /**
   * @param shard 0 to 255, the first byte of the hashes
   * @param before only what was put before this time
   * @returns the hashes of what is kept, for finding what nothing refers to; temporary files that a crash left are
   *   removed on the way
   */
  list(shard: number, before: Date): Promise<readonly Uint8Array[]>
}
