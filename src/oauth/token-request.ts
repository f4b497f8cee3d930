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

/** What arrived at the token endpoint, wherever it stood. */
export interface TokenRequest {
  /** text parameters only; one that was repeated or sent as a list is missing here */
  readonly parameters: ReadonlyMap<string, string>
  /** from HTTP Basic, which alone counts where it is present */
  readonly basic: { readonly clientId: string; readonly clientSecret: string } | undefined
  /** who sends it */
  readonly caller: Caller
}

/** No scopes are known, so any but the empty one is refused. */
export function refuseScope(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get('scope')) throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
