import type { Readable } from 'node:stream'

/**
 * A store for image files by their SHA-256, which has 32 bytes. Object stores could implement it as well as folders.
 */
export interface ImageStore {
  /** Stores the bytes of an image. When the promise resolves, they survive a power failure. Idempotent. */
  put(sha256: Uint8Array, bytes: Uint8Array): Promise<void>
  has(sha256: Uint8Array): Promise<boolean>
  /** @returns the bytes as a stream, which the caller must read or destroy; undefined if there is no such image */
  get(sha256: Uint8Array): Promise<Readable | undefined>
  /** Deletes an image. Does nothing if it does not exist. */
  delete(sha256: Uint8Array): Promise<void>
  /**
   * Lists the images of a part of the store. Also deletes temporary files that remained after a crash.
   * @param shard first byte of the hashes, 0 to 255
   * @param before only images stored before this time are listed
   * @returns the hashes of the images
   */
  list(shard: number, before: Date): Promise<readonly Uint8Array[]>
}
