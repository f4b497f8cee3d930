import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PerformDeps } from '../../entries/undoable-actions/perform-action.ts'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { sentText } from '../../kernel/form-body.ts'
import { callerOf, type Caller } from '../../security-events/caller.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { IsRegistrationOpen } from '../../users/registration-choice.ts'
import { endSession, openSession, type SessionDeps } from '../../users/sessions/session.ts'
import { openSignInStep, STEP_SECONDS } from '../../users/sessions/sign-in-step.ts'
import { setFirstTimeZone } from '../../users/time-zone.ts'
import { TIME_ZONE_FIELD } from './time-zone-field.ts'
import type { User } from '../../users/user.ts'
import { hasUsers } from '../../users/user.repository.ts'
import { csrfTokenFor, rejectCsrf, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { sendWait, throttledOrThrow, type Throttled } from './attempt-wait.ts'
import { formOf, formText, NOTICE_COOKIE, SESSION_COOKIE, localizationFor } from '../web-context.ts'
import { logoutPage } from './logout.page.ts'
import { loginPage } from './login.page.ts'
import { SIGN_IN_COOKIE, TARGET_COOKIE, UNSENT_COOKIE } from './send-to-sign-in.ts'
import { announceActions, resumeActions, type ResumedAction } from './actions-after-sign-in.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface SignInRoutesDeps extends FastifyContext, CheckPasswordDeps, SessionDeps, PerformDeps {
  readonly isRegistrationOpen: IsRegistrationOpen
  /** saves the text that a user tried to save after the session had ended; returns true if there was such a text */
  readonly resumeSave: (request: FastifyRequest, reply: FastifyReply, owner: UserId) => Promise<boolean>
}

/** Cookie with the username of the last attempt, so that the user only needs to type the password again. */
const NAME_COOKIE = 'sign_in_name'
/**
 * Maximum length of the username in `NAME_COOKIE`, in characters. Longer texts are cut, because no username is that
 * long.
 */
const MAX_USERNAME = 255
/** Cookie with the id of a sign-in that still requires a code of the second factor. */
export const STEP_COOKIE = 'sign_in_step'

/** Adds the pages for signing in and out (wallabag contract, section 10). */
export function addSignInRoutes(app: FastifyInstance, deps: SignInRoutesDeps): void {
  let hasAccounts = false
  const isFresh = async () => {
    hasAccounts ||= await deps.database.read((db) => hasUsers(db))
    return !hasAccounts
  }
  app.get('/login', async (request, reply) => {
    if (request.session) return reply.redirect('/')
    if (await isFresh()) return reply.redirect('/setup')
    return showLogin(deps, request, reply)
  })
  const options = { bodyLimit: CREDENTIALS_BODY, config: { anonymousCost: 'refused' } } as const
  app.post('/login_check', options, (request, reply) => signIn(deps, request, reply))
  app.get('/logout', async (request, reply) => {
    if (!request.session) return reply.redirect('/login')
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, logoutPage({ frame, csrfToken: request.session.csrfToken }))
  })
  app.post('/logout', async (request, reply) => {
    if (request.session) {
      rejectCsrf(deps, request, request.session, { fields: formOf(request), field: '_csrf_token' })
      await endSession(deps, request.session)
    }
    deps.jar.clear(reply, SESSION_COOKIE)
    // Asks the browser to delete its cache and all data that scripts have stored for this site, but not the cookies
    // (https://www.w3.org/TR/clear-site-data/).
    reply.header('clear-site-data', '"cache", "storage"')
    return reply.redirect('/login', 303)
  })
}

async function showLogin(deps: SignInRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const reason = deps.jar.read(request, SIGN_IN_COOKIE)
  const username = deps.jar.read(request, NAME_COOKIE)
  // Turbo requests this page twice, because `FULL_RELOAD` (login.page.ts) makes it load the page again. The cookie for
  // the message that the session has ended must remain, so that the second response contains the message too.
  for (const name of reason === undefined || reason === 'ended' ? [] : [SIGN_IN_COOKIE, NAME_COOKIE]) {
    deps.jar.clear(reply, name)
  }
  const frame = pageFrame(deps, request, reply)
  const isKnown = reason === 'credentials' || reason === 'over'
  const error = isKnown ? frame.words.t(`login.failures.${reason}`) : undefined
  const view = {
    frame,
    csrfToken: csrfTokenFor(deps.jar, request, reply, undefined),
    isRegistrationOpen: await deps.isRegistrationOpen(),
    hasEnded: reason === 'ended',
    ...(error !== undefined && { error }),
    ...(error !== undefined && username !== undefined && { username }),
  }
  return sendPage(reply, loginPage(view))
}

/** Shows the sign-in form again, with the time to wait until the next attempt. */
async function showWait(
  deps: SignInRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { throttled, login }: { readonly throttled: Throttled; readonly login: string },
): Promise<FastifyReply> {
  const frame = pageFrame(deps, request, reply)
  const view = {
    frame,
    csrfToken: csrfTokenFor(deps.jar, request, reply, undefined),
    isRegistrationOpen: await deps.isRegistrationOpen(),
    error: sendWait(reply, frame.words, throttled),
    username: login.slice(0, MAX_USERNAME).toWellFormed(),
  }
  return sendPage(reply, loginPage(view), 429)
}

async function signIn(deps: SignInRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  const credentials = {
    login: formText(fields, '_username'),
    password: sentText(fields, '_password') ?? '',
    ...caller,
  }
  const user = await checkPassword(deps, credentials).catch(throttledOrThrow)
  if (user && 'waitSeconds' in user) {
    return showWait(deps, request, reply, { throttled: user, login: credentials.login })
  }
  if (!user) {
    deps.jar.write(reply, SIGN_IN_COOKIE, 'credentials', 60)
    deps.jar.write(reply, NAME_COOKIE, credentials.login.slice(0, MAX_USERNAME).toWellFormed(), 60)
    return reply.redirect('/login', 302)
  }
  const isRemembered = formText(fields, '_remember_me') !== ''
  await setFirstTimeZone(deps, user.id, formText(fields, TIME_ZONE_FIELD))
  if (user.hasSecondFactor) {
    const step = await openSignInStep(deps, { userId: user.id, isRemembered })
    deps.jar.write(reply, STEP_COOKIE, step, STEP_SECONDS)
    return reply.redirect('/2fa', 302)
  }
  return startSession(deps, request, reply, { user, isRemembered, caller })
}

interface Entrance {
  readonly user: Pick<User, 'id'>
  /** true if the user chose "stay signed in" */
  readonly isRemembered: boolean
  /**
   * network address and user agent of the browser. They must be read before the first `await`, because the address is
   * unavailable after the browser disconnects.
   */
  readonly caller: Caller
}

/** Creates the session after a successful sign-in, and redirects to the page that the user requested before. */
export async function startSession(
  deps: SignInRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, isRemembered, caller }: Entrance,
): Promise<FastifyReply> {
  const { address, userAgent = '' } = caller
  const { token, lifeSeconds } = await openSession(deps, { userId: user.id, userAgent, address, isRemembered })
  await deps.securityEvents.record(caller, { kind: 'sign-in', userId: user.id })
  deps.jar.write(reply, SESSION_COOKIE, token, lifeSeconds)
  const actions = await resumeActions(deps, request, reply, user.id)
  const hasSaved = await deps.resumeSave(request, reply, user.id)
  const isUnsent = deps.jar.read(request, UNSENT_COOKIE) !== undefined
  if (isUnsent && !hasSaved) deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('login.unsent'), 60)
  else if (!hasSaved) announceActions(deps, request, reply, actions)
  const target = hasSaved ? '/' : targetOf(deps, request, actions)
  for (const name of [TARGET_COOKIE, SIGN_IN_COOKIE, UNSENT_COOKIE]) deps.jar.clear(reply, name)
  return reply.redirect(target, 302)
}

/**
 * @returns the page that the user requested before the sign-in. If a waiting action has just deleted the entry of that
 *   page, returns the list instead.
 */
function targetOf({ jar }: FastifyContext, request: FastifyRequest, actions: readonly ResumedAction[]): string {
  const target = safeReturnPath(jar.read(request, TARGET_COOKIE) ?? '/')
  const entry = Number(/^\/view\/(\d+)/.exec(target)?.[1])
  return actions.some(({ kind, ids }) => kind === 'delete' && ids.some((id) => id === entry)) ? '/' : target
}
