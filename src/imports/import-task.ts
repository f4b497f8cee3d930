import type { FormatChoice } from './format-list.ts'
import type { ParsedRow } from './import-row.ts'

/** What the thread that reads a file is told: first what the file is, then each time what it has asked for. */
export type ImportTask =
  | { readonly kind: 'start'; readonly format: FormatChoice; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'more' }

/** What it answers: it wants bytes, or has rows, or is at the end. */
export type ImportAnswer =
  | { readonly kind: 'read'; readonly offset: number; readonly length: number }
  | { readonly kind: 'rows'; readonly rows: readonly ParsedRow[] }
  | { readonly kind: 'end' }
