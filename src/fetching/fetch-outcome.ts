/** A page that answered, whatever its status. */
export interface FetchedPage {
  /** final address, WHATWG-serialised, without fragment */
  readonly url: string
  /** addresses that answered with a redirect, in order, the requested one first; empty when there was none */
  readonly redirects: readonly string[]
  /** 200–599 */
  readonly status: number
  /** lower-case names; repeats joined with ', '; no set-cookie; values are valid Unicode without control characters */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** after Content-Encoding, before charset */
  readonly body: Uint8Array
  /** whether a login was shown to the site that sent it */
  readonly isSignedIn?: true
}

export type FetchFailureCode =
  'refused' | 'unreachable' | 'timed_out' | 'too_large' | 'too_many_redirects' | 'bad_answer' | 'tls_failed'

/** `code` and `detail` are for the log and for deciding on another try; only `message` may be shown to a user. */
export interface FetchFailed {
  readonly kind: 'failed'
  readonly code: FetchFailureCode
  readonly message: string
  readonly detail: string
}

export type FetchOutcome = { readonly kind: 'page'; readonly page: FetchedPage } | FetchFailed
