import type { ImportReason } from './import-failure-reasons.ts'
import type { Color } from '../annotations/annotation-color.ts'

/** A validated page from a file. Addresses are web addresses, times are ISO 8601 in UTC, and texts can be stored. */
export interface ImportRow {
  readonly url: string
  /** host name of `url` */
  readonly host: string
  readonly title?: string
  /** provisional title, such as the text of a link; the title of the fetched page replaces it */
  readonly linkText?: string
  /** labels in lower case, without duplicates */
  readonly tags?: readonly string[]
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  /** time of saving; `UNKNOWN_TIME` (src/entries/entry.ts) if the file states an impossible one */
  readonly createdAt?: string
  /**
   * time of saving in milliseconds before the time of the import. Set for pages without a time if their file starts
   * with the newest page, so that the pages keep their order.
   */
  readonly msBeforeImport?: number
  readonly archivedAt?: string
  readonly starredAt?: string
  /** HTML that has not been sanitised */
  readonly content?: string
  /** name of the file in the same archive that contains the content */
  readonly contentFile?: string
  /** name of the file in the same archive that contains the highlights */
  readonly highlightsFile?: string
  readonly authors?: readonly string[]
  readonly publishedAt?: string
  readonly language?: string
  readonly previewPicture?: string
  readonly originUrl?: string
  /** text that an app sent, or that the file contains, for the address, if it differs from `url` */
  readonly givenUrl?: string
  /** id in the entry's public link */
  readonly uid?: string
  readonly httpStatus?: string
  readonly mimetype?: string
  /** HTTP response headers as JSON: an object with string values */
  readonly headers?: string
  readonly annotations?: readonly ImportedAnnotation[]
  /** text that belongs to the page as a whole */
  readonly note?: string
  /** share of the text that was read, from 0 to 1 */
  readonly progress?: number
  /** sentences that say which parts of the row were left out, because they exceed a limit; one on each line */
  readonly notice?: string
  /** keys of the collections that contain the page */
  readonly collections?: readonly string[]
}

/** A list in a file, which becomes a collection. */
export interface ImportedCollection {
  /** the key by which the rows of the file refer to the collection */
  readonly key: string
  readonly name: string
  /** in Dogear's query language; absent for a list that is filled by hand */
  readonly query?: string
}

/** A document on a reading device, or a book in a service for highlights, and its highlights. It is matched with an entry. */
export interface HighlightedDocument {
  readonly title: string
  readonly author?: string
  /** name of the file on the device, without its folders */
  readonly fileName?: string
  /** MD5 by which the device names the file, in hexadecimal digits */
  readonly hash?: string
  /** address of the page */
  readonly url?: string
  readonly annotations: readonly ImportedAnnotation[]
}

export interface ImportedAnnotation {
  readonly text: string
  readonly quote: string
  /** the ranges as JSON text, in the format that clients send */
  readonly ranges: string
  readonly color: Color
  /** labels of the annotation's own tags */
  readonly tags?: readonly string[]
  readonly createdAt?: string
  readonly updatedAt?: string
  /** about where the passage is, as a share of the whole text from 0 to 1 */
  readonly share?: number
  /** place in the EPUB of the entry, as KOReader writes it */
  readonly xpointer?: string
}

/** The result of parsing one row of a file. */
export type ParsedRow = ParsedOutcome & {
  /**
   * number of the row in its file, starting at 1; set only if the rows are processed in a different order than that of
   * the file
   */
  readonly place?: number
}

type ParsedOutcome =
  | { readonly kind: 'row'; readonly row: ImportRow }
  | { readonly kind: 'document'; readonly document: HighlightedDocument; readonly notice?: string }
  | { readonly kind: 'broken'; readonly reason: string }
  /** a row that is not a page; it is skipped and does not count as an error */
  | { readonly kind: 'left_out'; readonly reason: string }

/** A document before validation. */
export type RawDocument = { readonly [K in keyof HighlightedDocument]?: unknown }

/** The fields of a row before validation. Missing and empty fields are omitted. */
export type RawRow = { readonly [K in keyof Omit<ImportRow, 'host' | 'msBeforeImport' | 'notice'>]?: unknown } & {
  /** names of the folders that contain the page, the outermost first */
  readonly folders?: readonly string[]
  /** the row is not a page, but a document with highlights */
  readonly document?: RawDocument
  /** why the row is left out, although it may have an address */
  readonly leftOut?: ImportReason
  /** why the row cannot be read */
  readonly unreadable?: ImportReason
  readonly msBeforeImport?: number
}
