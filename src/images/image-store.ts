import type { Readable } from 'node:stream'

/**
 * A store for the files of images. The key of a file is its SHA-256 hash of 32 bytes. A folder or an object store can
 * implement it.
 */
export interface ImageStore {
  /**
   * Stores the bytes of an image. Once the promise resolves, they survive a power failure. A second call changes
   * nothing.
   */
  put(sha256: Uint8Array, bytes: Uint8Array): Promise<void>
  has(sha256: Uint8Array): Promise<boolean>
  /**
   * @returns the bytes as a stream, which the caller must read to the end or destroy; undefined if there is no such
   *   image
   */
  get(sha256: Uint8Array): Promise<Readable | undefined>
  /** Deletes an image. Does nothing if it does not exist. */
  delete(sha256: Uint8Array): Promise<void>
  /**
   * Lists the images in one part of the store. Also deletes temporary files that a crash has left behind.
   * @param shard number of the part: the first byte of the hashes, 0 to 255
   * @param before only images that were stored before this time are listed
   * @returns the hashes of the images
   */
  list(shard: number, before: Date): Promise<readonly Uint8Array[]>
}
