type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'access_denied'

/**
 * An error response of the token endpoint (status 400), or the response to an invalid bearer token (status 401).
 * Clients rely on the exact messages (wallabag contract, sections 0.8 and 1.2).
 */
export class OauthError extends Error {
  override readonly name = 'OauthError'
  readonly status: 400 | 401
  readonly error: OauthErrorCode

  constructor(status: 400 | 401, error: OauthErrorCode, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}
