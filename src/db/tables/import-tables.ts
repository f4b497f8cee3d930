import type { Generated } from 'kysely'

/** A file of saved pages from another service, and the progress of its import. */
export interface ImportTable {
  id: Generated<number>
  user_id: number
  format: string
  /** name of the file that the browser sent; only displayed */
  file_name: string
  /** size of the file in bytes */
  size: Generated<number>
  /** options of the import, as a JSON object */
  options: string
  /** `receiving`, `waiting`, `running`, `done`, `cancelled`, `failed` */
  state: string
  /** a sentence that states the reason if the import failed; else null */
  failure: string | null
  /** number of bytes of the file that have been read */
  bytes_read: Generated<number>
  /** number of completed rows, after which an interrupted run continues */
  rows_done: Generated<number>
  imported: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  /** number of rows in the file; null until they have been counted */
  total: number | null
  created_at: string
  changed_at: string
  finished_at: string | null
}

/** A chunk of the file. All chunks except the last one have the same size. They are deleted when the import ends. */
export interface ImportChunkTable {
  user_id: number
  import_id: number
  /** number of the chunk, from 0 */
  number: number
  /** compressed with zstd */
  bytes: Uint8Array
}

/** An imported entry whose page must be fetched. */
export interface ImportPageTable {
  user_id: number
  import_id: number
  entry_id: number
}

/** A row of the file that could not be imported. Only the first such rows are stored. */
export interface ImportErrorTable {
  user_id: number
  import_id: number
  /** number of the row, from 1; rows that contain no page are not counted */
  row_number: number
  reason: string
}
