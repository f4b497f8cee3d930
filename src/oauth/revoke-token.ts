import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { hashToken, ownerOfToken } from '../kernel/random-token.ts'
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
  const text = request.parameters.get('token')
  if (!text) throw new OauthError(400, 'invalid_request', 'No "token" parameter found')
  const owner = ownerOfToken(text)
  if (owner === undefined) return
  const clientId = await deps.database.transaction(async (tx) => {
    const id = await clientIdFor(tx, client, owner)
    const family = id && (await findFamily(tx, owner, id, hashToken(text)))
    if (family) await revokeFamily(tx, owner, family)
    return family ? id : undefined
  })
  if (clientId === undefined) return
  await deps.securityEvents.record(request.caller, { kind: 'token-revoked', userId: owner as UserId, clientId })
}
