import type { Tx } from '../../db/schema.ts'
import type { ClientId, UserId } from '../../kernel/branded-ids.ts'
import { hashToken, ownerOfToken } from '../../kernel/random-token.ts'
import { findConnection } from '../apps/registered-app.repository.ts'
import type { RegisteredApp } from '../apps/registered-app.ts'
import { OauthError } from '../oauth-error.ts'
import { issuePair, type TokenPair } from '../token-pair.ts'
import type { AppGrantDeps, TokenRequest } from '../token-request.ts'
import { revokeFamily } from '../token.repository.ts'
import { lockCode, spendCode, type AuthorizationCode } from './authorization-code.repository.ts'

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3). The app proves with its verifier that it has requested the code
 * (RFC 7636). A code that is used again may have been stolen, so its tokens are revoked.
 * @param app the app that sends the code; undefined in an interface whose apps do not name themselves
 * @throws OauthError `invalid_request` or `invalid_grant`
 */
export async function codeGrant(
  deps: AppGrantDeps,
  app: Pick<RegisteredApp, 'id'> | undefined,
  { parameters, caller }: TokenRequest,
): Promise<TokenPair> {
  const text = parameters.get('code')
  if (!text) throw new OauthError(400, 'invalid_request', 'Missing parameter. "code" is required')
  const owner = ownerOfToken(text)
  if (owner === undefined) throw invalidCode()
  const { code, outcome } = await deps.database.transaction(async (tx) => {
    const found = await lockCode(tx, owner, hashToken(text))
    const isOfApp = found && (!app || (await findConnection(tx, owner, app.id)) === Number(found.client_id))
    return { code: found, outcome: isOfApp ? await redeem(deps, tx, found, parameters) : undefined }
  })
  if (code && outcome === 'reused') {
    const event = {
      kind: 'token-reused',
      userId: owner as UserId,
      clientId: Number(code.client_id) as ClientId,
    } as const
    await deps.securityEvents.record(caller, event)
  }
  // The transaction must commit the revocation, so it returns no error.
  if (outcome === undefined || outcome === 'reused') throw invalidCode()
  return outcome
}

async function redeem(
  deps: AppGrantDeps,
  tx: Tx,
  code: AuthorizationCode,
  parameters: ReadonlyMap<string, string>,
): Promise<TokenPair | 'reused' | undefined> {
  const now = deps.clock.now()
  if (code.spent_at !== null) {
    await revokeFamily(tx, code.user_id, code.family_id)
    return 'reused'
  }
  if (code.expires_at <= now.toISOString() || !isProven(code, parameters)) return undefined
  await spendCode(tx, code, now.toISOString())
  const family = {
    userId: code.user_id as UserId,
    clientId: code.client_id as ClientId,
    familyId: code.family_id,
    scopes: code.scopes,
  }
  return issuePair(tx, family, { lifetimes: deps.lifetimes, now })
}

/** A redirect address may be absent, because the verifier already binds the code to the request (OAuth 2.1, 4.1.3). */
function isProven(code: AuthorizationCode, parameters: ReadonlyMap<string, string>): boolean {
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri !== undefined && redirectUri !== code.redirect_uri) return false
  const verifier = parameters.get('code_verifier') ?? ''
  return /^[\w.~-]{43,128}$/.test(verifier) && Buffer.from(hashToken(verifier)).toString('base64url') === code.challenge
}

const invalidCode = () => new OauthError(400, 'invalid_grant', "Code doesn't exist or is invalid for the client")
