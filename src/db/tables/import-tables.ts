import type { Generated } from 'kysely'

/** A file of saved pages from elsewhere, and how far it was taken over. */
export interface ImportTable {
  id: Generated<number>
  user_id: number
  format: string
  /** as the browser told it; only ever shown */
  file_name: string
  /** bytes */
  size: Generated<number>
  /** JSON object */
  options: string
  /** `receiving`, `waiting`, `running`, `done`, `cancelled`, `failed` */
  state: string
  /** why it ended before the end of the file, in a sentence */
  failure: string | null
  /** bytes of the file that were looked at so far */
  bytes_read: Generated<number>
  /** rows that are settled: where a run that broke off goes on */
  rows_done: Generated<number>
  imported: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  created_at: string
  changed_at: string
  finished_at: string | null
}

/** A piece of the file, all of them but the last of one size. Gone when the import has ended. */
export interface ImportChunkTable {
  user_id: number
  import_id: number
  /** 0 for the first */
  number: number
  /** zstd */
  bytes: Uint8Array
}

/** A row of the file that could not be taken over. Only the first of them are kept. */
export interface ImportErrorTable {
  user_id: number
  import_id: number
  /** 1 for the first row of the file that stands for a page */
  row_number: number
  reason: string
}
