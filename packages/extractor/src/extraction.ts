import type { PageSeries } from './paging/next-page.ts'
import type { EmbeddedPicture } from './pictures/embedded-pictures.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'

/** Version of the extraction. Increase it with every change that gives another result for the same capture. */
export const EXTRACTOR_VERSION = 28

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
  /** Position of the page in its article; set for the second and further pages. */
  readonly series?: PageSeries
  /** Extraction rules for the site, if there are any. */
  readonly rules?: SourcedRules
  /** Files that the page shows, by their addresses, if they came with it. */
  readonly parts?: ReadonlyMap<string, Uint8Array>
}

export interface Article {
  readonly title: string | undefined
  /** Sanitised HTML, safe to store and to show. */
  readonly content: string
  /** BCP 47 tag with a language that ICU knows, as the page states it or as detected. */
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

/** An entry of the extraction log: the name and the result of a step. */
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
   * Pictures that the content of a document or of a saved page shows, if any. Their addresses are placeholders: store the pictures, and
   * replace the addresses in the content.
   */
  readonly pictures?: readonly EmbeddedPicture[]
  /**
   * Absolute address of the next page of the article, on the same origin; absent if the article is not split into
   * several pages.
   */
  readonly nextPage?: string
  /** Address of the page, if a browser has saved it in one file that states it. */
  readonly savedFrom?: string
  /** Absolute address of another page or of public data that contains the whole article, if one is known. */
  readonly singlePage?: string
}

export interface UnreadableExtraction {
  readonly kind: 'unreadable'
  readonly reason: UnreadableReason
  /** Failure message for the user. */
  readonly message: string
  /** Metadata of the page, as far as it could be read. */
  readonly metadata: Partial<Article>
  readonly steps: readonly Step[]
  /** Address of the page, if a browser has saved it in one file that states it. */
  readonly savedFrom?: string
  /** Absolute address of public data with the text, for pages that are empty without scripts. */
  readonly singlePage?: string
}

export type Extraction = ReadableExtraction | UnreadableExtraction

/** HTML that a client sent, so that the page need not be fetched. */
export interface GivenContent {
  readonly html: string
  /**
   * Further parts of the same text, such as its next pages. They are already cleaned, and each has its own footnotes.
   */
  readonly further?: readonly string[]
  /** Base for relative addresses. */
  readonly url: string
}

export interface CleanedContent {
  readonly content: string
  readonly readingTime: number
  readonly previewPicture: string | undefined
  readonly title: string | undefined
  readonly language: string | undefined
}
