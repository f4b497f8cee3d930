import type { Generated } from 'kysely'

/** A file of saved pages from another service, and the progress of its import. */
export interface ImportTable {
  id: Generated<number>
  user_id: number
  format: string
  /** as the browser sent it; only for display */
  file_name: string
  /** bytes */
  size: Generated<number>
  /** JSON object */
  options: string
  /** `receiving`, `waiting`, `running`, `done`, `cancelled`, `failed` */
  state: string
  /** the reason for an early end, in a sentence */
  failure: string | null
  /** bytes of the file that were read so far */
  bytes_read: Generated<number>
  /** completed rows: an interrupted run continues after them */
  rows_done: Generated<number>
  imported: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  /** rows of the file, counted before the first is stored; null until then */
  total: number | null
  created_at: string
  changed_at: string
  finished_at: string | null
}

/** A chunk of the file; all but the last have the same size. Deleted at the end of the import. */
export interface ImportChunkTable {
  user_id: number
  import_id: number
  /** 0 for the first */
  number: number
  /** zstd */
  bytes: Uint8Array
}

/** An imported entry whose page is fetched. */
export interface ImportPageTable {
  user_id: number
  import_id: number
  entry_id: number
}

/** A row of the file that could not be imported. Only the first ones are kept. */
export interface ImportErrorTable {
  user_id: number
  import_id: number
  /** 1 for the first row of the file that contains a page */
  row_number: number
  reason: string
}
