import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../security-events/caller.ts'
import type { CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { endSignInSteps, isSignInStep, trySignInStep } from '../../users/sessions/sign-in-step.ts'
import { csrfTokenFor, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import { startSession, STEP_COOKIE, type SignInRoutesDeps } from './sign-in.routes.ts'
import { sendWait, throttledOrThrow, type Throttled } from './attempt-wait.ts'
import { formOf, formText, NOTICE_COOKIE, localizationFor } from '../web-context.ts'
import { countRecoveryCodes } from '../../users/second-factor/second-factor.repository.ts'
import { checkCode } from '../../users/second-factor/check-code.ts'
import { signInCodePage } from './sign-in-code.page.ts'
import { SIGN_IN_COOKIE } from './send-to-sign-in.ts'
import { pageFrame, sendPage } from '../fastify-routes.ts'

export type SignInCodeRoutesDeps = SignInRoutesDeps & CheckCodeDeps

/** Adds the second step of the sign-in, for accounts with a second factor (wallabag contract, section 10). */
export function addSignInCodeRoutes(app: FastifyInstance, deps: SignInCodeRoutesDeps): void {
  app.get('/2fa', async (request, reply) => {
    const step = deps.jar.read(request, STEP_COOKIE)
    const isOpen = step !== undefined && (await isSignInStep(deps, step))
    return isOpen ? showCode(deps, request, reply) : startAgain(deps, reply)
  })
  app.post('/2fa_check', (request, reply) => checkStep(deps, request, reply))
  // After a refused code, a browser may reload the address of the form by GET, for example when the user returns from
  // the authenticator app.
  app.get('/2fa_check', async (_request, reply) => reply.redirect('/2fa', 303))
}

async function checkStep(
  deps: SignInCodeRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  const step = await trySignInStep(deps, deps.jar.read(request, STEP_COOKIE) ?? '')
  if (!step) return startAgain(deps, reply)
  const { id, username } = step.user
  const code = formText(fields, '_auth_code')
  const outcome = await checkCode(deps, { ...caller, id, username, code }).catch(throttledOrThrow)
  if (typeof outcome === 'object') return showCode(deps, request, reply, outcome)
  if (!outcome) return showCode(deps, request, reply, 'wrong')
  await endSignInSteps(deps, id)
  deps.jar.clear(reply, STEP_COOKIE)
  if (outcome === 'recovery') {
    const count = await deps.database.read((db) => countRecoveryCodes(db, id))
    deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('security.factor.codesLeft', { count }), 60)
  }
  return startSession(deps, request, reply, { ...step, caller })
}

/** Redirects to the sign-in page, which says that the sign-in has expired or failed too often. */
function startAgain(deps: SignInCodeRoutesDeps, reply: FastifyReply): FastifyReply {
  deps.jar.clear(reply, STEP_COOKIE)
  deps.jar.write(reply, SIGN_IN_COOKIE, 'over', 60)
  return reply.redirect('/login', 303)
}

async function showCode(
  deps: SignInCodeRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  failure?: 'wrong' | Throttled,
): Promise<FastifyReply> {
  const frame = pageFrame(deps, request, reply)
  const csrfToken = csrfTokenFor(deps.jar, request, reply, undefined)
  if (failure === undefined) return sendPage(reply, signInCodePage({ frame, csrfToken }))
  const isWrong = failure === 'wrong'
  const error = isWrong ? frame.words.t('security.code.wrong') : sendWait(reply, frame.words, failure)
  return sendPage(reply, signInCodePage({ frame, csrfToken, error }), isWrong ? 422 : 429)
}
