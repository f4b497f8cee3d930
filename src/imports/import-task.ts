import type { FormatChoice } from './format-list.ts'
import type { ParsedRow } from './import-row.ts'

/** A message to the thread that reads a file: first the file's data, then the response to each of its requests. */
export type ImportTask =
  | { readonly kind: 'start'; readonly format: FormatChoice; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'more' }

/** A message from the thread: a request for bytes, rows, or the end. */
export type ImportAnswer =
  | { readonly kind: 'read'; readonly offset: number; readonly length: number }
  | { readonly kind: 'rows'; readonly rows: readonly ParsedRow[] }
  | { readonly kind: 'end' }
