import type { PageSeries } from './paging/next-page.ts'
import type { EmbeddedPicture } from './pictures/embedded-pictures.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'

/** Version of the extraction. It must be increased when the same capture gives a different result. */
export const EXTRACTOR_VERSION = 16

/** A page or file, as the server sent it. */
export interface Capture {
  /** Absolute address after all redirects. */
  readonly url: string
  /** HTTP status; 200 if absent. With a status from 400 on, the result is usually `http_error`. */
  readonly status?: number
  /** The content type header, if known. */
  readonly contentType?: string | undefined
  /** The body after `Content-Encoding` is decoded. The character encoding is not decoded yet. */
  readonly body: Uint8Array
  /** Set for the second and further pages of an article. */
  readonly series?: PageSeries
  /** Extraction rules for the site, if there are any. */
  readonly rules?: SourcedRules
}

export interface Article {
  readonly title: string | undefined
  /** Sanitised HTML, which is safe to store and to show. */
  readonly content: string
  /** BCP 47 tag as in the page, with a language known to ICU. */
  readonly language: string | undefined
  /** The content type header as sent; the type determined from the bytes if the header is wrong or missing. */
  readonly mimetype: string
  /** Absolute address with the scheme http or https. */
  readonly previewPicture: string | undefined
  /** Absolute address of the site's icon. Only pages have one. */
  readonly siteIcon?: string | undefined
  /** In whole minutes at 200 words a minute, rounded down (wallabag contract, section 4.4). */
  readonly readingTime: number
  readonly authors: readonly string[]
  /** In ISO 8601, UTC. */
  readonly publishedAt: string | undefined
  readonly summary: string | undefined
  readonly direction: 'ltr' | 'rtl' | undefined
  readonly siteName: string | undefined
}

/** A line of the extraction log. */
export interface Step {
  readonly name: string
  readonly note: string
}

export type UnreadableReason =
  | 'http_error'
  | 'unsupported_type'
  | 'encrypted'
  | 'broken_file'
  | 'no_readable_text'
  | 'timed_out'
  | 'too_large'
  | 'crashed'

export interface ReadableExtraction {
  readonly kind: 'article'
  readonly article: Article
  readonly steps: readonly Step[]
  /**
   * Pictures of a document that its content shows. Their addresses cannot be requested, so store the pictures, and
   * replace their addresses in the content.
   */
  readonly pictures?: readonly EmbeddedPicture[]
  /** Absolute address of the next page of an article that is split into several pages. It has the same origin. */
  readonly nextPage?: string
  /** Absolute address of a page or of public data with the whole article, if one is known. */
  readonly singlePage?: string
}

export interface UnreadableExtraction {
  readonly kind: 'unreadable'
  readonly reason: UnreadableReason
  /** A sentence for the user. */
  readonly message: string
  /** Metadata that could be read in spite of the failure. */
  readonly metadata: Partial<Article>
  readonly steps: readonly Step[]
  /** Absolute address of public data with the text, for pages that are empty without scripts. */
  readonly singlePage?: string
}

export type Extraction = ReadableExtraction | UnreadableExtraction

/** HTML that a client sent, so that the service need not fetch the page. */
export interface GivenContent {
  readonly html: string
  /**
   * Further parts of the same text, such as its next pages. They are already cleaned, and each has footnotes of its
   * own.
   */
  readonly further?: readonly string[]
  /** Address that relative addresses refer to. */
  readonly url: string
}

export interface CleanedContent {
  readonly content: string
  readonly readingTime: number
  readonly previewPicture: string | undefined
  readonly title: string | undefined
  readonly language: string | undefined
}
