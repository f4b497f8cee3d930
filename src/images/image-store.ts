import type { Readable } from 'node:stream'

/**
 * A store for the files of images. The key of a file is its SHA-256 hash of 32 bytes. No function is called in a
 * transaction, because the store may be far away.
 */
export interface ImageStore {
  /**
   * Stores the bytes of an image. Once the promise resolves, they survive a power failure. A second call changes
   * nothing.
   */
  put(sha256: Uint8Array, bytes: Uint8Array): Promise<void>
  /**
   * @returns the bytes as a stream, which the caller must read to the end or destroy; undefined if there is no such
   *   image. The stream fails if the bytes do not have the hash.
   */
  get(sha256: Uint8Array): Promise<Readable | undefined>
  /**
   * @returns all bytes of an image; undefined if there is no such image, or if its bytes do not have the hash, because a book
   *   with a damaged image is better than none
   */
  read(sha256: Uint8Array): Promise<Uint8Array | undefined>
  /** Deletes images. Ignores those that do not exist. */
  delete(hashes: readonly Uint8Array[]): Promise<void>
  /**
   * Lists the images in one part of the store. Also deletes what a crash has left behind there.
   * @param shard number of the part: the first byte of the hashes, 0 to 255
   * @param before only images that were stored before this time are listed
   * @returns the hashes of the images
   */
  list(shard: number, before: Date): Promise<readonly Uint8Array[]>
}
