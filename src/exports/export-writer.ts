import type { ExportedEntry } from './exported-entry.ts'
import type { Language } from '../kernel/languages.ts'

/** Consecutive bytes. */
export type Pieces = readonly Uint8Array[]

/** Generates one file, from its first byte to its last. Each call returns the bytes finished by then. */
export interface ExportWriter {
  start(): Pieces | Promise<Pieces>
  add(entry: ExportedEntry): Pieces | Promise<Pieces>
  end(): Pieces | Promise<Pieces>
}

/** The metadata of a file. Plain data: it is sent to another thread. */
export interface AboutExport {
  /** of the list, or of the one entry */
  readonly title: string
  readonly isSingle: boolean
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  /** words a minute */
  readonly readingSpeed: number
  /** of the pages that we add */
  readonly language: Language
}
