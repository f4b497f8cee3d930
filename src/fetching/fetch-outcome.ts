/** A complete response with any status. */
export interface FetchedPage {
  /** final address as the URL standard serialises it, without fragment */
  readonly url: string
  /** addresses that responded with a redirect, starting with the requested one; empty if there were no redirects */
  readonly redirects: readonly string[]
  /** HTTP status, from 200 to 599 */
  readonly status: number
  /**
   * headers by lower-case name, without `set-cookie`. Repeated headers are joined with ', '. Values are valid Unicode
   * without control characters.
   */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** body after decoding its Content-Encoding; its charset is not decoded */
  readonly body: Uint8Array
  /** true if a login was sent to the site of the page */
  readonly isSignedIn?: true
}

/**
 * Codes of failures. `unknown_name`, `connection_failed` and `no_answer` are only used for public sites (see
 * public-site-failure.ts). For private addresses, the code is `unreachable`, `timed_out` or `bad_answer`.
 */
export type FetchFailureCode =
  | 'refused'
  | 'unreachable'
  | 'unknown_name'
  | 'connection_failed'
  | 'no_answer'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_answer'
  | 'tls_failed'

/** A failed fetch. Only `message` may be shown to users. `code` and `detail` are for the log and for retries. */
export interface FetchFailed {
  readonly kind: 'failed'
  readonly code: FetchFailureCode
  readonly message: string
  readonly detail: string
}

export type FetchOutcome = { readonly kind: 'page'; readonly page: FetchedPage } | FetchFailed
