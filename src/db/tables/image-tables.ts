/** A file in the image store. All users whose entries contain the image share it. */
export interface ImageTable {
  /** hash of the file. The file's name in the store is derived from it. */
  sha256: Uint8Array
  /** size in bytes */
  size: number
  /** media type such as `image/png`, detected from the content of the file */
  type: string
  /** time at which the file was last stored. Storing a file that the store already contains counts too. */
  stored_at: string
}

/** The stored copy of an image in an entry. Some columns repeat data of the file, to save a lookup. */
export interface EntryImageTable {
  user_id: number
  entry_id: number
  /** SHA-256 of the image's address as it appears in the content */
  url_hash: Uint8Array
  sha256: Uint8Array
  size: number
  type: string
  /** in pixels */
  width: number
  height: number
}
