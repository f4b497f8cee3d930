type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | DeviceErrorCode
  | RegistrationErrorCode

/** The state of a device sign-in (RFC 8628, section 3.5). */
type DeviceErrorCode = 'authorization_pending' | 'slow_down' | 'expired_token'

/** Why an app cannot register (RFC 7591, section 3.2.2). */
type RegistrationErrorCode = 'invalid_redirect_uri' | 'invalid_client_metadata'

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
