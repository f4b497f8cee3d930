/** A page as a file tells it, checked: addresses are web addresses, times are ISO text in UTC, texts are storable. */
export interface ImportRow {
  readonly url: string
  /** host name of `url` */
  readonly host: string
  readonly title?: string
  /** a title that a fetched one may replace, such as the text of a link */
  readonly linkText?: string
  /** labels in lower case, each once */
  readonly tags?: readonly string[]
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  readonly createdAt?: string
  /** for files without times that begin with the newest page: how long before the import it is said to be saved */
  readonly msBeforeImport?: number
  readonly archivedAt?: string
  readonly starredAt?: string
  /** HTML, foreign: it goes through the sanitiser before anything else */
  readonly content?: string
  /** name of the file beside this one that holds the content */
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
  /** of the answer that the page came in: JSON text, an object of texts */
  readonly headers?: string
  readonly annotations?: readonly ImportedAnnotation[]
}

export interface ImportedAnnotation {
  readonly text: string
  readonly quote: string
  /** JSON text in the form clients send */
  readonly ranges: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** What became of one row of a file. */
export type ParsedRow = ParsedOutcome & {
  /** number in its file, from 1 on, where rows are taken in another order */
  readonly place?: number
}

type ParsedOutcome =
  | { readonly kind: 'row'; readonly row: ImportRow }
  | { readonly kind: 'broken'; readonly reason: string }
  /** it stands for no page, so nothing is wrong */
  | { readonly kind: 'left_out'; readonly reason: string }

/** A page in the words of a format, values foreign. What is absent, empty or unusable is left out. */
export type RawRow = { readonly [K in keyof Omit<ImportRow, 'host' | 'msBeforeImport'>]?: unknown } & {
  readonly msBeforeImport?: number
}
