import type { Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { hashToken, randomToken } from '../../kernel/random-token.ts'
import { keptUntil } from '../apps/kept-until.ts'
import { connectApp } from '../apps/registered-app.repository.ts'
import type { RegisteredApp } from '../apps/registered-app.ts'
import { OauthError } from '../oauth-error.ts'
import { issuePair, type TokenPair } from '../token-pair.ts'
import type { AppGrantDeps, TokenRequest } from '../token-request.ts'
import { deleteDeviceCode, lockDeviceCode, recordPoll, type DeviceCode } from './device-code.repository.ts'

/** Seconds by which the pause between two requests grows if the app does not keep it (RFC 8628, section 3.5). */
const SLOWER_BY_SECONDS = 5
/** Milliseconds by which a request may be early, because networks delay requests differently. */
const EARLY_MS = 500

/**
 * Exchanges the code of a device for tokens, once its user has allowed the access (RFC 8628, section 3.4).
 * @throws OauthError `authorization_pending`, `slow_down`, `access_denied`, `expired_token` or `invalid_grant`
 */
export async function deviceGrant(
  deps: AppGrantDeps,
  app: RegisteredApp,
  { parameters }: Pick<TokenRequest, 'parameters'>,
): Promise<TokenPair> {
  const text = parameters.get('device_code')
  if (!text) throw new OauthError(400, 'invalid_request', 'Missing parameter. "device_code" is required')
  // The transaction returns errors instead of throwing them, because it must commit the time of the request.
  const outcome = await deps.database.transaction(async (tx) => {
    const code = await lockDeviceCode(tx, app.id, hashToken(text))
    return code ? answer(deps, { tx, app, code }) : new OauthError(400, 'invalid_grant', 'The device code is invalid')
  })
  if (outcome instanceof OauthError) throw outcome
  return outcome
}

interface Poll {
  readonly tx: Tx
  readonly app: RegisteredApp
  readonly code: DeviceCode
}

async function answer(deps: AppGrantDeps, { tx, app, code }: Poll): Promise<TokenPair | OauthError> {
  const now = deps.clock.now()
  if (code.expires_at <= now.toISOString()) {
    return new OauthError(400, 'expired_token', 'The device code has expired')
  }
  if (code.decided_by === null) return keepWaiting(tx, code, now)
  await deleteDeviceCode(tx, code)
  if (code.is_allowed !== 1) return new OauthError(400, 'access_denied', 'The user refused the access.')
  const userId = code.decided_by as UserId
  const clientId = await connectApp(tx, userId, app, { now: now.toISOString(), keptUntil: keptUntil(now) })
  const family = { userId, clientId, familyId: randomToken(), scopes: code.scopes }
  return issuePair(tx, family, { lifetimes: deps.lifetimes, now })
}

async function keepWaiting(tx: Tx, code: DeviceCode, now: Date): Promise<OauthError> {
  const interval = Number(code.interval_seconds)
  const sinceLast = code.polled_at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(code.polled_at)
  const isEarly = sinceLast < interval * 1000 - EARLY_MS
  await recordPoll(tx, code, now.toISOString(), isEarly ? interval + SLOWER_BY_SECONDS : interval)
  return isEarly
    ? new OauthError(400, 'slow_down', 'The requests come too fast')
    : new OauthError(400, 'authorization_pending', 'The user has not decided yet')
}
