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

/** The parameters of a request to the token endpoint, from header, body and query. */
export interface TokenRequest {
  /** text parameters only; repeated parameters and lists are missing */
  readonly parameters: ReadonlyMap<string, string>
  /** from HTTP Basic, which takes precedence */
  readonly basic: { readonly clientId: string; readonly clientSecret: string } | undefined
  /** the sender */
  readonly caller: Caller
}

/** No scopes exist, so any but the empty one is refused. */
export function refuseScope(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get('scope')) throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
