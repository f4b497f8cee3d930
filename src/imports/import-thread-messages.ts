import type { FormatChoice, FormatName } from './import-formats.ts'
import type { ImportedCollection, ParsedRow } from './import-row.ts'

/** A message to the thread that parses a file: first `start`, then one reply to each message from the thread. */
export type ImportTask =
  | { readonly kind: 'start'; readonly format: FormatChoice; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'more' }

/** A message from the thread: a request for bytes of the file, its collections, parsed rows, or the end of the file. */
export type ImportThreadMessage =
  | { readonly kind: 'read'; readonly offset: number; readonly length: number }
  /** sent once, before the rows, if the file has collections */
  | { readonly kind: 'collections'; readonly collections: readonly ImportedCollection[] }
  | { readonly kind: 'rows'; readonly rows: readonly ParsedRow[]; readonly format: FormatName | undefined }
  | { readonly kind: 'end' }
