import type { Readable } from 'node:stream'

/** The bytes of an object, as one value or as a stream of unknown length. */
export type ObjectBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface StoredObject {
  /** in bytes */
  readonly size: number
  /** the bytes, which the caller must read to the end or destroy */
  readonly body: Readable
}

export interface ObjectFacts {
  readonly key: string
  /** in bytes */
  readonly size: number
}

/**
 * A store for files, in a folder or in S3. A key consists of parts of ASCII letters, digits, `_`, `-` and `.`, separated
 * by slashes; no part is empty or begins with a dot.
 *
 * All functions throw an AppError `unavailable` if the store cannot be reached, refuses the request or answers too late.
 */
export interface ObjectStore {
  /** where the store is, for messages; contains no secrets */
  readonly description: string
  /**
   * Stores an object completely or not at all, and replaces an older one. Once the promise resolves, it survives a power
   * failure. The memory that a stream needs does not depend on its length.
   */
  put(key: string, bytes: ObjectBytes): Promise<void>
  /** @returns the size in bytes; undefined if there is no such object */
  sizeOf(key: string): Promise<number | undefined>
  /** @returns undefined if there is no such object */
  get(key: string): Promise<StoredObject | undefined>
  /** @returns all bytes of an object that is known to be small; undefined if there is no such object */
  read(key: string): Promise<Buffer | undefined>
  /** Deletes objects. Ignores keys without an object. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Lists the objects whose keys begin with a prefix.
   * @param prefix complete parts of keys with a slash at the end, or an empty text for all objects
   * @param before only objects that were stored before this time are listed, and what interrupted calls of `put` left
   *   behind before it is deleted; undefined for all objects
   */
  list(prefix: string, before?: Date): AsyncIterable<ObjectFacts>
  /** Closes the connections. */
  close(): Promise<void>
}

const KEY = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/
/** Maximum length of a key in S3 (Amazon S3 User Guide, "Naming Amazon S3 objects"). */
const MAX_KEY_LENGTH = 1024

/**
 * Stores differ in what they do with other keys: SeaweedFS stores `a//b` as `a/b`, and a folder would leave its root with
 * `..`.
 * @returns true if all stores keep the key as it is
 */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key)
}

/** @throws Error if a key is invalid, which is a fault of the caller */
export function assertKey(key: string): void {
  if (!isObjectKey(key)) throw new Error(`"${key}" is not the key of an object`)
}
