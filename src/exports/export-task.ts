import type { FormatName } from './export-format.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'

/**
 * What is asked of a thread: a file of one entry, which is answered with its bytes, or a long one step by step. Each step
 * is answered with a part of the bytes that are finished, and `more` asks for the next part of them.
 */
export type ExportTask =
  | {
      readonly kind: 'whole'
      readonly format: FormatName
      readonly about: AboutExport
      readonly entry: ExportedEntry
    }
  | { readonly kind: 'start'; readonly format: FormatName; readonly about: AboutExport }
  | { readonly kind: 'add'; readonly entries: readonly ExportedEntry[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'more' }

/** Bytes of a long file, a megabyte at most. */
export interface ExportPart {
  readonly bytes: Uint8Array
  /** whether further bytes are finished */
  readonly hasMore: boolean
}
