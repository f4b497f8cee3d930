import type { FormatName } from './export-format.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'

/** What is asked of a thread: a file of one entry at once, or a long one piece by piece. Each is answered with bytes. */
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
