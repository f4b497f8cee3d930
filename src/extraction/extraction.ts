import type { PageSeries } from './paging/next-page.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'

/** The version of everything in this folder taken together. Raise it when the same capture gives another result. */
export const EXTRACTOR_VERSION = 6

/** What the fetcher received: the final address, and the answer as it came. */
export interface Capture {
  readonly url: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly body: Uint8Array
  /** Present where the page is a further page of an article. */
  readonly series?: PageSeries
  /** The rules of the site, where there are any. */
  readonly rules?: SourcedRules
}

export interface Article {
  readonly title: string | undefined
  /** Sanitised HTML. Safe to store and to show as it is. */
  readonly content: string
  /** BCP 47 tag as the page wrote it, known to ICU. */
  readonly language: string | undefined
  /** The content type header as sent, or the type found by looking at the bytes when the header lies or is missing. */
  readonly mimetype: string
  /** Absolute http or https address. */
  readonly previewPicture: string | undefined
  /** Absolute address of the small picture that stands for the site; only pages have one. */
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

/** One line of the answer to "how was this extracted?". */
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
  /** The next page of an article that is spread over several: an absolute address of the same origin. */
  readonly nextPage?: string
  /** The whole article on one page, where the rules of the site name a link to it. */
  readonly singlePage?: string
}

export interface UnreadableExtraction {
  readonly kind: 'unreadable'
  readonly reason: UnreadableReason
  /** One sentence that a reader understands. */
  readonly message: string
  /** What is known all the same. */
  readonly metadata: Partial<Article>
  readonly steps: readonly Step[]
}

export type Extraction = ReadableExtraction | UnreadableExtraction

/** HTML that a client sent instead of leaving the fetching to us. */
export interface GivenContent {
  readonly html: string
  /** What follows of the same text, such as its further pages: content that was cleaned before, each with its own notes. */
  readonly further?: readonly string[]
  /** The address that relative addresses are resolved against. */
  readonly url: string
}

export interface CleanedContent {
  readonly content: string
  readonly readingTime: number
  readonly previewPicture: string | undefined
  readonly title: string | undefined
  readonly language: string | undefined
}
