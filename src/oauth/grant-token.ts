import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { hashToken } from '../kernel/random-token.ts'
import { sameBytes } from '../kernel/same-bytes.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { CheckPasswordDeps } from '../users/check-password.ts'
import type { ClientId } from '../kernel/brand.ts'
import { parsePublicId } from './client.ts'
import { OauthError } from './oauth-error.ts'
import type { TokenLifetimes, TokenPair } from './token-pair.ts'

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
  readonly address: string
}

/** Words that are grants at all; the others are `invalid_request` (contract 1.2, first row). */
const KNOWN_GRANTS = new Set(['password', 'refresh_token', 'client_credentials', 'authorization_code'])

interface ClientRow {
  readonly id: number
  readonly secret_hash: Uint8Array
  readonly grants: string
}

/** @returns the function behind `/oauth/v2/token`; it checks in the order of the contract's table 1.2 */
export function tokenGranter(deps: GrantTokenDeps): (request: TokenRequest) => Promise<TokenPair> {
  const findClient = deps.database.prepare<ClientRow>(
    'select id, secret_hash, grants from oauth_client where id = $1 and random_id = $2',
  )
  return async (request) => {
    const grant = request.parameters.get('grant_type') ?? ''
    if (!KNOWN_GRANTS.has(grant)) {
      throw new OauthError(400, 'invalid_request', 'Invalid grant_type parameter or parameter missing')
    }
    const credentials = clientCredentials(request)
    const parsed = parsePublicId(credentials.id)
    const [row] = parsed ? await findClient.all(parsed.id, parsed.randomId) : []
    const client = verifiedClient(row, credentials.secret)
    await deps.tokensPerClient.take(String(client.id))
    if (!client.grants.includes(grant)) {
      throw new OauthError(400, 'unauthorized_client', 'The grant type is unauthorized for this client_id')
    }
    return givePair(deps, grant, client.id, request)
  }
}

async function givePair(
  deps: GrantTokenDeps,
  grant: string,
  clientId: ClientId,
  request: TokenRequest,
): Promise<TokenPair> {
  if (grant === 'password') return (await import('./password-grant.ts')).passwordGrant(deps, clientId, request)
  if (grant === 'refresh_token') return (await import('./refresh-grant.ts')).refreshGrant(deps, clientId, request)
  return refuseCode(request)
}

/** There is no page that gives out codes, so any code is unknown. */
async function refuseCode({ parameters }: TokenRequest): Promise<never> {
  if (!parameters.get('code')) throw new OauthError(400, 'invalid_request', 'Missing parameter. "code" is required')
  if (!parameters.get('redirect_uri')) {
    throw new OauthError(400, 'invalid_request', 'The redirect URI parameter is required.')
  }
  throw new OauthError(400, 'invalid_grant', "Code doesn't exist or is invalid for the client")
}

function clientCredentials({ basic, parameters }: TokenRequest): { id: string; secret: string } {
  const id = basic ? basic.clientId : parameters.get('client_id')
  if (!id) throw new OauthError(400, 'invalid_client', 'Client id was not found in the headers or body')
  return { id, secret: (basic ? basic.clientSecret : parameters.get('client_secret')) ?? '' }
}

function verifiedClient(row: ClientRow | undefined, secret: string): { id: ClientId; grants: readonly string[] } {
  // An unknown client is compared as well, so that it takes as long as a wrong secret.
  const isRight = sameBytes(row?.secret_hash ?? NOTHING, hashToken(secret))
  if (!row || !isRight) throw new OauthError(400, 'invalid_client', 'The client credentials are invalid')
  return { id: row.id as ClientId, grants: JSON.parse(row.grants) as string[] }
}

const NOTHING = new Uint8Array(32)
