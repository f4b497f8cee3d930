import type { FormatName } from './export-format.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'

/**
 * A message to an export thread. `whole` generates the file of one entry. The other kinds are the steps of a file of
 * many entries: the thread replies to each step with an `ExportPart`, and to `more` with the next part.
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

/** The file of one entry. */
export interface SingleFile {
  readonly bytes: Uint8Array
  /** where the blocks of the entry are in its book; undefined for other formats */
  readonly layout: Uint8Array | undefined
}

/** Part of a long file, at most one megabyte. */
export interface ExportPart {
  readonly bytes: Uint8Array
  /** true if the thread has more finished bytes, which the main thread requests with `more` */
  readonly hasMore: boolean
}
