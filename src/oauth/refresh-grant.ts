import type { Tx } from '../db/schema.ts'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import type { EventKind } from '../security-events/event-kinds.ts'
import { hashToken, ownerOfToken } from '../kernel/random-token.ts'
import { deriveKey, seal, unseal } from '../kernel/seal.ts'
import { type GrantTokenDeps, type TokenRequest, refuseScope } from './token-request.ts'
import { OauthError } from './oauth-error.ts'
import { issuePair, type TokenPair } from './token-pair.ts'
import { clientIdFor, type VerifiedClient } from './verify-client.ts'
import { lockRefreshToken, revokeFamily, spendRefreshToken, type RefreshToken } from './token.repository.ts'

/**
 * Exchanges a refresh token for a new pair of tokens (RFC 9700, section 4.14.2). A token that is used again within the
 * grace period returns the same pair, because the first response may have been lost. Later use is treated as theft and
 * revokes the whole token family.
 */
export async function refreshGrant(
  deps: GrantTokenDeps,
  client: VerifiedClient,
  { parameters, caller }: TokenRequest,
): Promise<TokenPair> {
  const text = parameters.get('refresh_token')
  if (!text) throw new OauthError(400, 'invalid_request', 'No "refresh_token" parameter found')
  const owner = ownerOfToken(text)
  if (owner === undefined) throw invalidToken()
  const { outcome, clientId } = await deps.database.transaction(async (tx) => {
    const id = await clientIdFor(tx, client, owner)
    const token = id && (await lockRefreshToken(tx, owner, id, hashToken(text)))
    return { outcome: token ? await useToken(deps, { tx, token, text, parameters }) : invalidToken(), clientId: id }
  })
  const note = (kind: EventKind) =>
    deps.securityEvents.record(caller, { kind, userId: owner as UserId, ...(clientId && { clientId }) })
  if (outcome === 'reused') {
    await note('token-reused')
    throw invalidToken()
  }
  // The transaction returns errors instead of throwing them, because it must commit the revocation of a family.
  if (outcome instanceof OauthError) throw outcome
  await note('token-refreshed')
  return outcome
}

interface Use {
  readonly tx: Tx
  readonly token: RefreshToken
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
}

/** `reused` means that a client sent a spent token again, so its family was revoked. */
type Outcome = TokenPair | OauthError | 'reused'

async function useToken(deps: GrantTokenDeps, { tx, token, text, parameters }: Use): Promise<Outcome> {
  const now = deps.clock.now()
  if (token.expires_at <= now.toISOString()) {
    return new OauthError(400, 'invalid_grant', 'Refresh token has expired')
  }
  refuseScope(parameters, token.scopes)
  if (token.spent_at !== null) return useSpentToken(deps, { tx, token, text, parameters }, now)
  const family = {
    userId: token.user_id as UserId,
    clientId: token.client_id as ClientId,
    familyId: token.family_id,
    scopes: token.scopes,
  }
  const pair = await issuePair(tx, family, {
    lifetimes: deps.lifetimes,
    now,
    familyExpiresAt: token.family_expires_at,
  })
  await spendRefreshToken(tx, token, { now: now.toISOString(), successor: seal(graceKey(text), JSON.stringify(pair)) })
  return pair
}

async function useSpentToken(deps: GrantTokenDeps, use: Use, now: Date): Promise<TokenPair | 'reused'> {
  const { tx, token, text } = use
  const sinceSpent = now.getTime() - Date.parse(token.spent_at!)
  const isWithinGrace = sinceSpent >= 0 && sinceSpent < deps.lifetimes.grace * 1000
  const successor = isWithinGrace && token.successor ? unseal(graceKey(text), token.successor) : undefined
  if (successor !== undefined) return JSON.parse(successor) as TokenPair
  await revokeFamily(tx, token.user_id, token.family_id)
  return 'reused'
}

/**
 * @returns the key that encrypts the stored response. It is derived from the spent token, so only the holder of that
 *   token can get the response again.
 */
function graceKey(token: string): Uint8Array {
  return deriveKey(token, 'refresh grace')
}

function invalidToken(): OauthError {
  return new OauthError(400, 'invalid_grant', 'Invalid refresh token')
}
