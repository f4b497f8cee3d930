/** A complete response. Its status may also be that of an error, such as 404. */
export interface FetchedPage {
  /** address of the last response, as the URL standard serialises it, without its fragment */
  readonly url: string
  /** addresses that responded with a redirect, from the requested one on; empty if there were no redirects */
  readonly redirects: readonly string[]
  /** HTTP status, from 200 to 599 */
  readonly status: number
  /**
   * headers by lower-case name, without `set-cookie`. The values of repeated headers are joined with ', '. Values are
   * valid Unicode and have no control characters.
   */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** bytes of the body. Its Content-Encoding has been decoded, its charset has not. */
  readonly body: Uint8Array
  /** true if a login was sent to the site of the page */
  readonly isSignedIn?: true
}

/**
 * Reasons of failures. `unknown_name`, `connection_failed` and `no_answer` occur only for public sites. For other
 * addresses, `unreachable`, `bad_answer` or `timed_out` takes their place (see failure-disclosure.ts).
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

/** A failed fetch. Users may see only `message`. `code` and `detail` are for the log and for retries. */
export interface FetchFailed {
  readonly kind: 'failed'
  readonly code: FetchFailureCode
  readonly message: string
  readonly detail: string
}

export type FetchOutcome = { readonly kind: 'page'; readonly page: FetchedPage } | FetchFailed
