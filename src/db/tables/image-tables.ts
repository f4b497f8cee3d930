/** A file in the image store. It is shared by all users whose entries contain the image. */
export interface ImageTable {
  /** hash of the file, which is also its name in the store */
  sha256: Uint8Array
  /** size in bytes */
  size: number
  /** media type such as `image/png`, detected from the content of the file */
  type: string
  /** time at which the file was last stored, or found to be stored already */
  stored_at: string
}

/** The stored copy of an image in an entry. Some columns repeat the data of the image file. */
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
