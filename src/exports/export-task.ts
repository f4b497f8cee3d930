import type { FormatName } from './export-format.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'

/**
 * A request to a thread: for a file of one entry, with its bytes as response, or for a step of a longer file. The
 * response to each step is a part of the finished bytes, and `more` requests the next part.
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

/** Bytes of a long file, at most a megabyte. */
export interface ExportPart {
  readonly bytes: Uint8Array
  /** whether further bytes are finished */
  readonly hasMore: boolean
}
