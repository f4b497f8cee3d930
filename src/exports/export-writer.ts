import type { ExportedEntry } from './exported-entry.ts'
import type { Language } from '../kernel/languages.ts'

/** Bytes in order, split into chunks of any size. */
export type Chunks = readonly Uint8Array[]

/** Generates one file from start to end. Each call returns the bytes that have become available. */
export interface ExportWriter {
  start(): Chunks | Promise<Chunks>
  add(entry: ExportedEntry): Chunks | Promise<Chunks>
  end(): Chunks | Promise<Chunks>
  /** where the blocks of a single entry are in its book (`epub/book-layout.ts`); only EPUB has it */
  layout?(): Uint8Array | undefined
}

/** Metadata of a file. It is sent to another thread, so it contains plain data only. */
export interface AboutExport {
  /** title of the list, or of the only entry */
  readonly title: string
  readonly isSingle: boolean
  /** true if entries of the file may have notes; a table then has a column for them */
  readonly hasNotes?: boolean
  /** name of the series to which the only entry belongs; only EPUB has it */
  readonly series?: string | undefined
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  /** reader's speed in words a minute */
  readonly readingSpeed: number
  /** language of the pages that Dogear adds */
  readonly language: Language
}
