/** A page from a file, validated: addresses are web addresses, times are ISO text in UTC, texts are storable. */
export interface ImportRow {
  readonly url: string
  /** host name of `url` */
  readonly host: string
  readonly title?: string
  /** a title that a fetched one may replace, such as the text of a link */
  readonly linkText?: string
  /** labels in lower case, without duplicates */
  readonly tags?: readonly string[]
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  readonly createdAt?: string
  /** for files without times that start with the newest page: milliseconds between its saving time and the import */
  readonly msBeforeImport?: number
  readonly archivedAt?: string
  readonly starredAt?: string
  /** HTML, unsanitised */
  readonly content?: string
  /** name of the file in the same archive that contains the content */
  readonly contentFile?: string
  readonly authors?: readonly string[]
  readonly publishedAt?: string
  readonly language?: string
  readonly previewPicture?: string
  readonly originUrl?: string
  readonly givenUrl?: string
  /** id of the public link */
  readonly uid?: string
  readonly httpStatus?: string
  readonly mimetype?: string
  /** HTTP response headers as JSON: an object with string values */
  readonly headers?: string
  readonly annotations?: readonly ImportedAnnotation[]
}

export interface ImportedAnnotation {
  readonly text: string
  readonly quote: string
  /** JSON text in the clients' format */
  readonly ranges: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** The result of parsing one row of a file. */
export type ParsedRow = ParsedOutcome & {
  /** number in its file, from 1, if rows are processed in another order */
  readonly place?: number
}

type ParsedOutcome =
  | { readonly kind: 'row'; readonly row: ImportRow }
  | { readonly kind: 'broken'; readonly reason: string }
  /** it is not a page, so it is not an error */
  | { readonly kind: 'left_out'; readonly reason: string }

/** A page in the field names of its format, with unchecked values. Absent, empty and unusable fields are omitted. */
export type RawRow = { readonly [K in keyof Omit<ImportRow, 'host' | 'msBeforeImport'>]?: unknown } & {
  readonly msBeforeImport?: number
}
