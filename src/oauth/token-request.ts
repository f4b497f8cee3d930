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
  readonly tokensPerClient: Throttle
}

/** A request to the token endpoint. Its parameters may come from the header, the body and the query. */
export interface TokenRequest {
  /** parameters with a single text value; repeated parameters and lists are omitted */
  readonly parameters: ReadonlyMap<string, string>
  /** credentials of HTTP Basic authentication, which take precedence over those in the parameters */
  readonly basic: { readonly clientId: string; readonly clientSecret: string } | undefined
  readonly caller: Caller
}

/** Refuses every scope but the empty one, because Dogear has no scopes. */
export function refuseScope(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get('scope')) throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
