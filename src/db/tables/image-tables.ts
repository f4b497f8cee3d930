/** A file of the image store, shared by everybody who has it. */
export interface ImageTable {
  /** of the file's bytes; also its name in the store */
  sha256: Uint8Array
  /** bytes */
  size: number
  /** such as `image/png`, by the bytes */
  type: string
  /** when it was last stored or found to be stored */
  stored_at: string
}

/** The copy of one image address of an entry. Repeats the facts of the image. */
export interface EntryImageTable {
  user_id: number
  entry_id: number
  /** SHA-256 of the address as the content spells it */
  url_hash: Uint8Array
  sha256: Uint8Array
  size: number
  type: string
  /** pixels */
  width: number
  height: number
}
