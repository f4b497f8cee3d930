import type { PageSeries } from './paging/next-page.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'

/** The version of the extraction. Increase it when the same capture gives a different result. */
export const EXTRACTOR_VERSION = 11

/** A page or file as its server sent it. */
export interface Capture {
  /** The final address, absolute. */
  readonly url: string
  /** The HTTP status; 200 if absent. From 400 on the result is `http_error`. */
  readonly status?: number
  /** The header field, if known. */
  readonly contentType?: string | undefined
  /** After Content-Encoding, before charset. */
  readonly body: Uint8Array
  /** Present for a further page of an article. */
  readonly series?: PageSeries
  /** The rules of the site, if there are any. */
  readonly rules?: SourcedRules
}

export interface Article {
  readonly title: string | undefined
  /** Sanitised HTML. Safe to store and to show unchanged. */
  readonly content: string
  /** BCP 47 tag as written in the page, known to ICU. */
  readonly language: string | undefined
  /** The content type header as sent, or the type detected from the bytes if the header is wrong or missing. */
  readonly mimetype: string
  /** Absolute http or https address. */
  readonly previewPicture: string | undefined
  /** Absolute address of the site icon; only pages have one. */
  readonly siteIcon?: string | undefined
  /** Whole minutes at 200 words a minute, rounded down (wallabag contract, section 4.4). */
  readonly readingTime: number
  readonly authors: readonly string[]
  /** ISO 8601 in UTC. */
  readonly publishedAt: string | undefined
  readonly summary: string | undefined
  readonly direction: 'ltr' | 'rtl' | undefined
  readonly siteName: string | undefined
}

/** One line of the extraction log. */
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
  /** The next page of an article that spans several: an absolute address of the same origin. */
  readonly nextPage?: string
  /** The whole article on one page, if the rules of the site name a link to it. */
  readonly singlePage?: string
}

export interface UnreadableExtraction {
  readonly kind: 'unreadable'
  readonly reason: UnreadableReason
  /** One sentence for the reader. */
  readonly message: string
  /** The known metadata in spite of the failure. */
  readonly metadata: Partial<Article>
  readonly steps: readonly Step[]
}

export type Extraction = ReadableExtraction | UnreadableExtraction

/** HTML that a client sent instead of leaving the fetch to the service. */
export interface GivenContent {
  readonly html: string
  /** Continuations of the same text, such as its further pages: already cleaned content, each with its own notes. */
  readonly further?: readonly string[]
  /** The address for resolving relative ones. */
  readonly url: string
}

export interface CleanedContent {
  readonly content: string
  readonly readingTime: number
  readonly previewPicture: string | undefined
  readonly title: string | undefined
  readonly language: string | undefined
}
