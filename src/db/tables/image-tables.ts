/** A file of the image store, shared by all users who have it. */
export interface ImageTable {
  /** of the bytes of the file; also its name in the store */
  sha256: Uint8Array
  /** bytes */
  size: number
  /** such as `image/png`, detected from the bytes */
  type: string
  /** when it was last stored or found in the store */
  stored_at: string
}

/** The copy of one image address of an entry. Repeats the data of the image. */
export interface EntryImageTable {
  user_id: number
  entry_id: number
  /** SHA-256 of the address as written in the content */
  url_hash: Uint8Array
  sha256: Uint8Array
  size: number
  type: string
  /** pixels */
  width: number
  height: number
}
