import { APP_SCOPES, type AppScope } from '../users/passwords/app-scopes.ts'
import { OauthError } from './oauth-error.ts'

/**
 * Reads the scopes that an app requests. Unknown names are ignored (RFC 6749, section 3.3), because some apps always
 * request those of other servers, such as `offline_access`.
 * @param text names separated by spaces; if it is missing or empty, the app gets `read`
 * @throws OauthError `invalid_scope` if no name is known
 */
export function readRequestedScopes(text: string | undefined): readonly AppScope[] {
  if (!text?.trim()) return ['read']
  const names = text.split(' ')
  const scopes = APP_SCOPES.filter((scope) => names.includes(scope))
  if (scopes.length > 0) return scopes
  throw new OauthError(400, 'invalid_scope', `The scopes are ${APP_SCOPES.join(', ')}.`)
}
