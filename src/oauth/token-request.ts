import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Caller } from '../security-events/caller.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { CheckPasswordDeps } from '../users/passwords/check-password.ts'
import type { TokenLifetimes } from './token-pair.ts'
import { OauthError } from './oauth-error.ts'

export interface GrantTokenDeps extends CheckPasswordDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lifetimes: TokenLifetimes
  /** limits the sign-ins of a client with a password; each of them adds rows to the tables of tokens */
  readonly tokensPerClient: Throttle
  readonly refusalsPerClient: Throttle
}

/** A request to the token endpoint. Clients may send the parameters in the header, the body or the query. */
export interface TokenRequest {
  /** parameters with one text value; repeated parameters and lists are omitted */
  readonly parameters: ReadonlyMap<string, string>
  /** client id and secret of HTTP Basic authentication; they take precedence over those in the parameters */
  readonly basic: { readonly clientId: string; readonly clientSecret: string } | undefined
  readonly caller: Caller
}

/**
 * Accepts only an empty scope, because the app password alone decides on the scopes of its tokens.
 * @throws OauthError `invalid_scope`
 */
export function refuseScope(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get('scope')) throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
