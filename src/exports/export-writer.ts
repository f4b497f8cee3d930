import type { ExportedEntry } from './exported-entry.ts'
import type { Language } from '../kernel/languages.ts'

/** Bytes that stand one behind the other. */
export type Pieces = readonly Uint8Array[]

/** Makes one file, from its first byte to its last. Each call gives the bytes that are finished by then. */
export interface ExportWriter {
  start(): Pieces | Promise<Pieces>
  add(entry: ExportedEntry): Pieces | Promise<Pieces>
  end(): Pieces | Promise<Pieces>
}

/** What a file says of itself. Plain data: it is sent to another thread. */
export interface AboutExport {
  /** of the list, or of the one entry */
  readonly title: string
  readonly isSingle: boolean
  /** address of this server, without a slash at the end */
  readonly baseUrl: string
  /** words a minute */
  readonly readingSpeed: number
  /** of the pages that we add */
  readonly language: Language
}
