import type { ClientId } from '../kernel/brand.ts'
import { randomToken } from '../kernel/random-token.ts'
import { checkPassword } from '../users/check-password.ts'
import type { GrantTokenDeps, TokenRequest } from './grant-token.ts'
import { OauthError } from './oauth-error.ts'
import { issuePair, type TokenPair } from './token-pair.ts'

/** Username (or e-mail) and password against a new family of tokens. RFC 6749 section 4.3; kept for existing apps. */
export async function passwordGrant(
  deps: GrantTokenDeps,
  clientId: ClientId,
  { parameters, address }: TokenRequest,
): Promise<TokenPair> {
  const login = parameters.get('username')
  const password = parameters.get('password')
  if (!login || !password) {
    throw new OauthError(400, 'invalid_request', 'Missing parameters. "username" and "password" required')
  }
  const user = await checkPassword(deps, { login, password, address })
  if (!user) throw new OauthError(400, 'invalid_grant', 'Invalid username and password combination')
  refuseScope(parameters)
  const family = { userId: user.id, clientId, familyId: randomToken() }
  return deps.database.transaction((tx) => issuePair(tx, family, { lifetimes: deps.lifetimes, now: deps.clock.now() }))
}

/** No scopes are known, so any but the empty one is refused. */
export function refuseScope(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get('scope')) throw new OauthError(400, 'invalid_scope', 'An unsupported scope was requested.')
}
