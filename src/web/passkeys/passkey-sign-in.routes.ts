import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { notFound } from '../../kernel/errors.ts'
import { callerOf } from '../../security-events/caller.ts'
import { passkeySite } from '../../users/passkeys/passkey-site.ts'
import { passkeyRequest, verifyPasskey, type VerifyPasskeyDeps } from '../../users/passkeys/verify-passkey.ts'
import { hasSecondFactor } from '../../users/second-factor/second-factor.repository.ts'
import { setFirstTimeZone } from '../../users/time-zone.ts'
import { rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import { jsonResponse, type ServerResponse } from '../server-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { throttledOrThrow } from '../sessions/attempt-wait.ts'
import { SIGN_IN_COOKIE } from '../sessions/send-to-sign-in.ts'
import { askForCode, showWait, startSession, type SignInRoutesDeps } from '../sessions/sign-in.routes.ts'
import { TIME_ZONE_FIELD } from '../sessions/time-zone-field.ts'
import { formOf, formText } from '../web-context.ts'
import { redirectTo, type WebResponse } from '../web-response.ts'
import { SIGN_IN_CHALLENGE_PATH, SIGN_IN_PASSKEY_PATH } from './passkey-buttons.ts'

export type PasskeySignInDeps = SignInRoutesDeps & VerifyPasskeyDeps

/** Adds the sign-in with a passkey, which needs no username. Answers with 404 where browsers or the settings refuse passkeys. */
export function addPasskeySignInRoutes(routes: ServerRoutes, deps: PasskeySignInDeps): void {
  if (typeof passkeySite(deps.baseUrl) === 'string' || deps.provider?.isOnlyWay) {
    for (const path of [SIGN_IN_CHALLENGE_PATH, SIGN_IN_PASSKEY_PATH]) {
      routes.post(path, async () => {
        throw notFound('page')
      })
    }
    return
  }
  const options = { bodyLimit: CREDENTIALS_BODY }
  routes.post(SIGN_IN_CHALLENGE_PATH, (request) => sendChallenge(deps, request), options)
  routes.post(SIGN_IN_PASSKEY_PATH, (request) => signIn(deps, request), { ...options, anonymousCost: 'refused' })
}

async function sendChallenge(deps: PasskeySignInDeps, request: ServerRequest): Promise<ServerResponse> {
  rejectVisitorCsrf(deps, request, { fields: formOf(request), field: '_csrf_token' })
  return jsonResponse(await passkeyRequest(deps, { purpose: 'sign-in' }))
}

/**
 * Signs in with a passkey. If the device did not ask for a PIN, a fingerprint or the like, the passkey replaces only the
 * password, and an account with a second factor needs a code, too.
 */
async function signIn(deps: PasskeySignInDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  const isRemembered = formText(fields, '_remember_me') !== ''
  const use = { purpose: 'sign-in', caller } as const
  const verified = await verifyPasskey(deps, formText(fields, 'passkey'), use).catch(throttledOrThrow)
  if (verified && 'waitSeconds' in verified) {
    return showWait(deps, request, { throttled: verified, login: '', isRemembered })
  }
  if (!verified) {
    request.cookies.write(SIGN_IN_COOKIE, 'passkey', 60)
    return redirectTo('/login', 302)
  }
  const { owner, isUserVerified } = verified
  await setFirstTimeZone(deps, owner, formText(fields, TIME_ZONE_FIELD))
  const needsCode = !isUserVerified && (await deps.database.read((db) => hasSecondFactor(db, owner)))
  if (needsCode) return askForCode(deps, request, { userId: owner, isRemembered })
  return startSession(deps, request, { user: { id: owner }, isRemembered, caller })
}
