import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { hashToken, ownerOfToken } from '../kernel/random-token.ts'
import type { Caller } from '../security-events/caller.ts'
import type { SecurityEventsUser } from '../security-events/security-events.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { countingRefusals } from './count-refusals.ts'
import { credentialsOf } from './grant-token.ts'
import type { TokenRequest } from './token-request.ts'
import { OauthError } from './oauth-error.ts'
import { findFamily, revokeFamily } from './token.repository.ts'
import { clientIdFor, clientVerifier, throttleKey, type VerifiedClient } from './verify-client.ts'

interface RevokeTokenDeps extends SecurityEventsUser {
  readonly database: Database
  readonly refusalsPerClient: Throttle
}

/**
 * @returns the function that handles `/oauth/v2/revoke` (RFC 7009). It revokes the whole family of a token. It ignores
 *   unknown tokens and tokens of other clients without an error.
 */
export function tokenRevoker(deps: RevokeTokenDeps): (request: TokenRequest) => Promise<void> {
  const verify = clientVerifier(deps.database)
  return async (request) => {
    const client = await verify(credentialsOf(request))
    await countingRefusals(deps.refusalsPerClient, throttleKey(client), () => revoke(deps, client, request))
  }
}

async function revoke(deps: RevokeTokenDeps, client: VerifiedClient, request: TokenRequest): Promise<void> {
  const token = request.parameters.get('token')
  if (!token) throw new OauthError(400, 'invalid_request', 'No "token" parameter found')
  await revokeToken(deps, { token, client, caller: request.caller })
}

interface Revocation {
  readonly token: string
  /** the client that sends the token; absent in an interface whose apps do not name themselves */
  readonly client?: VerifiedClient
  readonly caller: Caller
}

/** Revokes the whole family of a token. Ignores unknown tokens, and those of other clients. */
export async function revokeToken(
  { database, securityEvents }: Omit<RevokeTokenDeps, 'refusalsPerClient'>,
  { token, client, caller }: Revocation,
): Promise<void> {
  const owner = ownerOfToken(token)
  if (owner === undefined) return
  const clientId = await database.transaction(async (tx) => {
    const family = await findFamily(tx, owner, hashToken(token))
    const isOfClient = family && (!client || (await clientIdFor(tx, client, owner)) === family.clientId)
    if (!isOfClient) return undefined
    await revokeFamily(tx, owner, family.familyId)
    return family.clientId
  })
  if (clientId === undefined) return
  await securityEvents.record(caller, { kind: 'token-revoked', userId: owner as UserId, clientId })
}
