/** A complete response, whatever its status. */
export interface FetchedPage {
  /** final address, WHATWG-serialised, without fragment */
  readonly url: string
  /** addresses that responded with a redirect, in order, the requested one first; empty without redirects */
  readonly redirects: readonly string[]
  /** 200–599 */
  readonly status: number
  /** lower-case names; repeated fields joined with ', '; no set-cookie; valid Unicode without control characters */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** after Content-Encoding, before charset */
  readonly body: Uint8Array
  /** whether a login was sent to the site of the page */
  readonly isSignedIn?: true
}

/** `unknown_name`, `connection_failed` and `no_answer` state the failure of a public site (public-failure.ts). */
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

/** `code` and `detail` are for the log and for deciding on a retry; only `message` may be shown to a user. */
export interface FetchFailed {
  readonly kind: 'failed'
  readonly code: FetchFailureCode
  readonly message: string
  readonly detail: string
}

export type FetchOutcome = { readonly kind: 'page'; readonly page: FetchedPage } | FetchFailed
