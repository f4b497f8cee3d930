import { callerOf } from '../../security-events/caller.ts'
import type { CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { endSignInSteps, isSignInStep, trySignInStep } from '../../users/sessions/sign-in-step.ts'
import { csrfTokenForVisitor, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import { startSession, STEP_COOKIE, type SignInRoutesDeps } from './sign-in.routes.ts'
import { waitResponse, waitText, throttledOrThrow, type Throttled } from './attempt-wait.ts'
import { formOf, formText, NOTICE_COOKIE, localizationFor, frameFor } from '../web-context.ts'
import { countRecoveryCodes } from '../../users/second-factor/second-factor.repository.ts'
import { checkCode } from '../../users/second-factor/check-code.ts'
import { signInCodePage } from './sign-in-code.page.ts'
import { SIGN_IN_COOKIE } from './send-to-sign-in.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export type SignInCodeRoutesDeps = SignInRoutesDeps & CheckCodeDeps

/** Adds the second step of the sign-in, for accounts with a second factor (wallabag contract, section 10). */
export function addSignInCodeRoutes(routes: ServerRoutes, deps: SignInCodeRoutesDeps): void {
  routes.get('/2fa', async (request) => {
    const step = request.cookies.read(STEP_COOKIE)
    const isOpen = step !== undefined && (await isSignInStep(deps, step))
    return isOpen ? showCode(deps, request) : startAgain(request)
  })
  routes.post('/2fa_check', (request) => checkStep(deps, request))
  // After a refused code, a browser may reload the address of the form by GET, for example when the user returns from
  // the authenticator app.
  routes.get('/2fa_check', async () => redirectTo('/2fa', 303))
}

async function checkStep(deps: SignInCodeRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  const step = await trySignInStep(deps, request.cookies.read(STEP_COOKIE) ?? '')
  if (!step) return startAgain(request)
  const { id, username } = step.user
  const code = formText(fields, '_auth_code')
  const outcome = await checkCode(deps, { ...caller, id, username, code }).catch(throttledOrThrow)
  if (typeof outcome === 'object') return showCode(deps, request, outcome)
  if (!outcome) return showCode(deps, request, 'wrong')
  await endSignInSteps(deps, id)
  request.cookies.clear(STEP_COOKIE)
  if (outcome === 'recovery') {
    const count = await deps.database.read((db) => countRecoveryCodes(db, id))
    request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('security.factor.codesLeft', { count }), 60)
  }
  return startSession(deps, request, { ...step, caller })
}

/** Redirects to the sign-in page, which says that the sign-in has expired or failed too often. */
function startAgain({ cookies }: ServerRequest): WebResponse {
  cookies.clear(STEP_COOKIE)
  cookies.write(SIGN_IN_COOKIE, 'over', 60)
  return redirectTo('/login', 303)
}

async function showCode(
  deps: SignInCodeRoutesDeps,
  request: ServerRequest,
  failure?: 'wrong' | Throttled,
): Promise<WebResponse> {
  const frame = frameFor(deps, request)
  const csrfToken = csrfTokenForVisitor(request)
  if (failure === undefined) return pageResponse(signInCodePage({ frame, csrfToken }))
  if (failure === 'wrong')
    return pageResponse(signInCodePage({ frame, csrfToken, error: frame.words.t('security.code.wrong') }), 422)
  const error = waitText(frame.words, failure.waitSeconds)
  return waitResponse(signInCodePage({ frame, csrfToken, error }), failure)
}
