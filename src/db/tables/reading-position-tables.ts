export interface EntryProgressTable {
  user_id: number
  entry_id: number
  /** index of the block at the top of the screen, starting with 0 */
  block: number
  /** position in the whole text, from 0 to 1 */
  share: number
  /** the user's revision at the last change */
  revision: number
  updated_at: string
  /**
   * time at which the user last went back to start reading again (src/entries/changing/choose-reading-position.ts);
   * null if never
   */
  started_at: string | null
}

/** A hash by which reading devices name the EPUB of an entry (docs/apps/koreader.md). */
export interface EpubEditionTable {
  user_id: number
  /** MD5 of samples of the file, or of a name of the file */
  document: Uint8Array
  /** the entry; it may have been deleted */
  entry_id: number
  /** SHA-256 of the content in the book; null if it is unknown */
  content_hash: Uint8Array | null
  /** places of the blocks in the book (src/exports/epub/book-layout.ts), compressed; null if they are unknown */
  layout: Uint8Array | null
  sent_at: string
}

/** The reading position of a KOReader device in any document. */
export interface KosyncPositionTable {
  user_id: number
  /** name that the device has for the document: usually a hash */
  document: string
  /** the entry of which the document is an EPUB; null for other documents */
  entry_id: number | null
  progress: string
  percentage: number
  device: string
  device_id: string | null
  updated_at: string
}
