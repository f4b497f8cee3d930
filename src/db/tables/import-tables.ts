import type { Generated } from 'kysely'

/** An uploaded file with saved pages from another service, and the progress of its import. */
export interface ImportTable {
  id: Generated<number>
  user_id: number
  format: string
  /** format that was recognised before the import; null if the file was not checked */
  found_format: string | null
  /** file name from the browser; only for display */
  file_name: string
  /** size of the file in bytes */
  size: Generated<number>
  /** options of the import, as a JSON object */
  options: string
  /** `receiving`, `checking`, `ready`, `waiting`, `running`, `done`, `cancelled`, `failed` */
  state: string
  /** sentence with the reason, if the import failed; otherwise null */
  failure: string | null
  /** number of bytes of the file that have been read */
  bytes_read: Generated<number>
  /** number of completed rows. An interrupted run continues after them. */
  rows_done: Generated<number>
  imported: Generated<number>
  merged: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  /** number of rows in the file; null until they have been counted */
  total: number | null
  /** number of rows whose pages the owner had before the import; null if the file was not checked before it */
  already_saved: number | null
  /** what the check of the file found (`FileContents` in src/imports/import.ts), as JSON; null if it was not checked */
  contents: string | null
  created_at: string
  /** time at which the first row was read; null before */
  started_at: string | null
  changed_at: string
  finished_at: string | null
  /** the deletion in the history of actions that undoes the import; null if it was not undone */
  undo_action_id: number | null
  /** time at which the highlights that the import added were taken back; null if they were not */
  highlights_undone_at: string | null
}

/** A chunk of the file. All chunks but the last one have the same size. They are deleted when the import ends. */
export interface ImportChunkTable {
  user_id: number
  import_id: number
  /** number of the chunk, starting with 0 */
  number: number
  /** compressed with zstd */
  bytes: Uint8Array
}

/** An imported annotation of a document that matches no entry (src/imports/highlights). */
export interface UnplacedAnnotationTable {
  id: Generated<number>
  user_id: number
  /** SHA-1 of the document's title and author, the quote and the text */
  hash: Uint8Array
  title: string
  /** author of the document; empty if it is unknown */
  author: string
  quote: string
  text: string
  color: string
  /** JSON array of labels; null if there are none */
  tags: string | null
  created_at: string
  /** the import that stored the annotation; null if that was not recorded */
  import_id: number | null
  /** time at which the user deleted the annotation; null while it is listed */
  deleted_at: string | null
}

/** A highlight that a user has deleted, so that no import adds it again (src/annotations/deleted-highlights.ts). */
export interface DeletedHighlightTable {
  user_id: number
  entry_id: number
  /** SHA-1 of the quote, or of the note of an annotation without a quote */
  hash: Uint8Array
  deleted_at: string
}

/** The entry that a user has chosen for a document (src/imports/highlights/assigned-document.repository.ts). */
export interface AssignedDocumentTable {
  user_id: number
  /** SHA-1 of the document's title and author */
  hash: Uint8Array
  entry_id: number
}

/** An imported entry whose page must be fetched. */
export interface ImportPageTable {
  user_id: number
  import_id: number
  entry_id: number
}

/**
 * A row of the file that was not imported, not completely, or merged into an entry, with the reason. Only the first
 * `MAX_ERRORS` rows are stored (src/imports/import-limits.ts).
 */
export interface ImportErrorTable {
  user_id: number
  import_id: number
  /** number of the row, starting with 1. Rows without a page are not counted. */
  row_number: number
  reason: string
}
