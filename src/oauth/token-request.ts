import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Caller } from '../security-events/caller.ts'
import type { SecurityEventsUser } from '../security-events/security-events.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { CheckPasswordDeps } from '../users/passwords/check-password.ts'
import type { TokenLifetimes } from './token-pair.ts'
import { OauthError } from './oauth-error.ts'

/** What the grants of registered apps need. */
export interface AppGrantDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
  readonly lifetimes: TokenLifetimes
}

export interface GrantTokenDeps extends AppGrantDeps, CheckPasswordDeps {
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
  /** limits the sign-ins of a client with a password; each of them adds rows to the tables of tokens */
  readonly tokensPerClient: Throttle
  readonly refusalsPerClient: Throttle
  /** true if the password of an account is never accepted, because users sign in with an identity provider only */
  readonly isPasswordRefused?: boolean
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
 * Accepts only an empty scope, because the app password alone decides on the scopes of its tokens. An app that a user has
 * connected may repeat scopes that it has.
 * @param granted scopes of the token family, as stored; null for all
 * @throws OauthError `invalid_scope`
 */
export function refuseScope(parameters: ReadonlyMap<string, string>, granted: string | null = null): void {
  const names = (parameters.get('scope') ?? '').split(' ').filter((name) => name !== '')
  const known = granted?.split(' ') ?? []
  if (names.every((name) => known.includes(name))) return
  throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
