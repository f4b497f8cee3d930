import type { PerformDeps } from '../../entries/undoable-actions/perform-action.ts'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { sentText } from '../../kernel/form-body.ts'
import { callerOf, type Caller } from '../../security-events/caller.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { IsRegistrationOpen } from '../../users/registration-choice.ts'
import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import { passkeySite } from '../../users/passkeys/passkey-site.ts'
import { endSession, openSession, type SessionDeps, type SessionOrigin } from '../../users/sessions/session.ts'
import { openSignInStep, STEP_SECONDS } from '../../users/sessions/sign-in-step.ts'
import { setFirstTimeZone } from '../../users/time-zone.ts'
import { TIME_ZONE_FIELD } from './time-zone-field.ts'
import type { User } from '../../users/user.ts'
import { hasUsers } from '../../users/user.repository.ts'
import { csrfTokenForVisitor, rejectCsrf, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { waitResponse, waitText, throttledOrThrow, type Throttled } from './attempt-wait.ts'
import {
  formOf,
  formText,
  NOTICE_COOKIE,
  SESSION_COOKIE,
  localizationFor,
  frameFor,
  type WebContext,
} from '../web-context.ts'
import { logoutPage } from './logout.page.ts'
import { loginPage, PROVIDER_PATH } from './login.page.ts'
import { proxiedUser, type ProxiedUserDeps } from './proxy-sign-in.ts'
import { failureText } from './sign-in-reason.ts'
import { SIGN_IN_COOKIE, TARGET_COOKIE, UNSENT_COOKIE } from './send-to-sign-in.ts'
import { announceActions, resumeActions, type ResumedAction } from './actions-after-sign-in.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export interface SignInRoutesDeps extends WebContext, CheckPasswordDeps, SessionDeps, PerformDeps, ProxiedUserDeps {
  readonly isRegistrationOpen: IsRegistrationOpen
  /** the identity provider of the settings */
  readonly provider?: IdentityProvider
  /** saves the text that a user tried to save after the session had ended; returns true if there was such a text */
  readonly resumeSave: (request: ServerRequest, owner: UserId) => Promise<boolean>
}

/** Cookie with the username of the last attempt, so that the user only needs to type the password again. */
const NAME_COOKIE = 'sign_in_name'
/** Cookie of a refused sign-in in which the user chose "stay signed in". */
const REMEMBER_COOKIE = 'sign_in_remember'
/**
 * Maximum length of the username in `NAME_COOKIE`, in characters. Longer texts are cut, because no username is that
 * long.
 */
const MAX_USERNAME = 255
/** Reason in `SIGN_IN_COOKIE` after a sign-out. */
const SIGNED_OUT = 'signed-out'
/** Cookie with the id of a sign-in that still requires a code of the second factor. */
export const STEP_COOKIE = 'sign_in_step'

/** Adds the pages for signing in and out (wallabag contract, section 10). */
export function addSignInRoutes(routes: ServerRoutes, deps: SignInRoutesDeps): void {
  let hasAccounts = false
  const isFresh = async () => {
    hasAccounts ||= await deps.database.read((db) => hasUsers(db))
    return !hasAccounts
  }
  routes.get('/login', async (request) => {
    if (request.session) return redirectTo('/', 302)
    if (await isFresh()) return redirectTo('/setup', 302)
    const proxied = await signInByProxy(deps, request)
    if (proxied) return proxied
    if (leadsToProvider(deps, request)) return redirectTo(PROVIDER_PATH, 302)
    return showLogin(deps, request)
  })
  const options = { bodyLimit: CREDENTIALS_BODY, anonymousCost: 'refused' } as const
  routes.post('/login_check', (request) => signIn(deps, request), options)
  routes.get('/logout', async (request) => {
    if (!request.session) return redirectTo('/login', 302)
    const frame = frameFor(deps, request)
    return pageResponse(logoutPage({ frame, csrfToken: request.session.csrfToken }))
  })
  routes.post('/logout', async (request) => {
    if (request.session) {
      rejectCsrf(deps, request, request.session, { fields: formOf(request), field: '_csrf_token' })
      await endSession(deps, request.session)
    }
    request.cookies.clear(SESSION_COOKIE)
    if (deps.provider) request.cookies.write(SIGN_IN_COOKIE, SIGNED_OUT, 60)
    // Otherwise the provider or the proxy would sign in again at once.
    const target = deps.provider || deps.proxySignIn ? '/login?local=1' : '/login'
    // Asks the browser to delete its cache and all data that scripts have stored for this site, but not the cookies
    // (https://www.w3.org/TR/clear-site-data/).
    return redirectTo(target, 303, { 'clear-site-data': '"cache", "storage"' })
  })
}

/**
 * @returns the request with cookies that are not cleared if a script sent it. Turbo requests the page after a form, and
 *   then loads it again because of `FULL_RELOAD` (login.page.ts); the background requests of an ended session lead here
 *   too. The messages in the cookies must be on the page that the user sees.
 */
function keepingMessages(request: ServerRequest): ServerRequest {
  const { 'sec-fetch-mode': mode = 'navigate', 'x-turbo-request-id': turbo } = request.headers
  if (mode === 'navigate' && turbo === undefined) return request
  return { ...request, cookies: { ...request.cookies, clear: () => undefined } }
}

async function showLogin(deps: SignInRoutesDeps, opened: ServerRequest) {
  const request = keepingMessages(opened)
  const reason = request.cookies.read(SIGN_IN_COOKIE)
  const username = request.cookies.read(NAME_COOKIE)
  const isRemembered = request.cookies.read(REMEMBER_COOKIE) !== undefined
  // The message that the session has ended remains, also if the user loads the page again.
  for (const name of reason === undefined || reason === 'ended' ? [] : [SIGN_IN_COOKIE, NAME_COOKIE, REMEMBER_COOKIE]) {
    request.cookies.clear(name)
  }
  const frame = frameFor(deps, request)
  const error = failureText(reason, frame.words.t)
  const view = {
    frame,
    csrfToken: csrfTokenForVisitor(request),
    ...(await waysOf(deps)),
    hasEnded: reason === 'ended',
    isSignedOut: reason === SIGNED_OUT,
    ...(error !== undefined && { error }),
    ...(error !== undefined && username !== undefined && { username, isRemembered }),
  }
  return pageResponse(loginPage(view))
}

/** @returns the ways to sign in that the page offers */
async function waysOf({ baseUrl, provider, isRegistrationOpen }: SignInRoutesDeps) {
  return {
    isRegistrationOpen: await isRegistrationOpen(),
    hasPasskeys: typeof passkeySite(baseUrl) !== 'string',
    ...(provider && { provider: { name: provider.name, isOnlyWay: provider.isOnlyWay } }),
  }
}

/** Signs in the person whom a trusted proxy reports. @returns undefined if there is none */
async function signInByProxy(deps: SignInRoutesDeps, request: ServerRequest): Promise<WebResponse | undefined> {
  const caller = callerOf(request)
  const user = await proxiedUser(deps, request, caller)
  if (user !== 'unknown') return user && startSession(deps, request, { user, isRemembered: false, caller })
  request.cookies.write(SIGN_IN_COOKIE, 'proxy-unknown', 60)
  return redirectTo('/login?local=1', 302)
}

/**
 * @returns true if the page leads to the provider at once. It is shown instead after a failure, after a sign-out, with
 *   `?local`, and to scripts, which cannot follow to another site.
 */
function leadsToProvider({ provider }: SignInRoutesDeps, request: ServerRequest): boolean {
  const reason = request.cookies.read(SIGN_IN_COOKIE)
  // The service worker forwards navigations, which keep their mode, but not their destination (`sec-fetch-dest`).
  const isPage = (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
  const isAsked = request.query['local'] === undefined && (reason === undefined || reason === 'ended')
  return provider?.isAutomatic === true && isPage && isAsked
}

interface RefusedSignIn {
  readonly throttled: Throttled
  readonly login: string
  readonly isRemembered: boolean
}

/** Shows the sign-in form again, with the time to wait until the next attempt. */
export async function showWait(
  deps: SignInRoutesDeps,
  request: ServerRequest,
  { throttled, login, isRemembered }: RefusedSignIn,
): Promise<WebResponse> {
  const frame = frameFor(deps, request)
  const view = {
    frame,
    csrfToken: csrfTokenForVisitor(request),
    ...(await waysOf(deps)),
    error: waitText(frame.words, throttled.waitSeconds),
    username: login.slice(0, MAX_USERNAME).toWellFormed(),
    isRemembered,
  }
  return waitResponse(loginPage(view), throttled)
}

async function signIn(deps: SignInRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  if (deps.provider?.isOnlyWay) {
    request.cookies.write(SIGN_IN_COOKIE, 'provider-only', 60)
    return redirectTo('/login?local=1', 302)
  }
  const credentials = {
    login: formText(fields, '_username'),
    password: sentText(fields, '_password') ?? '',
    ...caller,
  }
  const isRemembered = formText(fields, '_remember_me') !== ''
  const user = await checkPassword(deps, credentials).catch(throttledOrThrow)
  if (user && 'waitSeconds' in user) {
    return showWait(deps, request, { throttled: user, login: credentials.login, isRemembered })
  }
  if (!user) {
    request.cookies.write(SIGN_IN_COOKIE, 'credentials', 60)
    request.cookies.write(NAME_COOKIE, credentials.login.slice(0, MAX_USERNAME).toWellFormed(), 60)
    if (isRemembered) request.cookies.write(REMEMBER_COOKIE, '1', 60)
    return redirectTo('/login', 302)
  }
  await setFirstTimeZone(deps, user.id, formText(fields, TIME_ZONE_FIELD))
  if (user.hasSecondFactor) return askForCode(deps, request, { userId: user.id, isRemembered })
  return startSession(deps, request, { user, isRemembered, caller })
}

/** Asks for a code of the second factor, after the first factor was right. */
export async function askForCode(
  deps: SignInRoutesDeps,
  request: ServerRequest,
  step: { readonly userId: UserId; readonly isRemembered: boolean },
): Promise<WebResponse> {
  request.cookies.write(STEP_COOKIE, await openSignInStep(deps, step), STEP_SECONDS)
  return redirectTo('/2fa', 302)
}

interface Entrance {
  readonly user: Pick<User, 'id'>
  /** true if the user chose "stay signed in" */
  readonly isRemembered: boolean
  /** maximum duration of the session in seconds, if it is not the usual one */
  readonly maxSeconds?: number
  /** the account at the identity provider, if that signed in */
  readonly origin?: SessionOrigin
  /** network address and user agent of the browser */
  readonly caller: Caller
}

/** Creates the session after a successful sign-in, and redirects to the page that the user requested before. */
export async function startSession(
  deps: SignInRoutesDeps,
  request: ServerRequest,
  { user, isRemembered, maxSeconds, origin, caller }: Entrance,
): Promise<WebResponse> {
  const { address, userAgent = '' } = caller
  const life = { isRemembered, ...(maxSeconds !== undefined && { maxSeconds }), ...(origin && { origin }) }
  const { token, lifeSeconds } = await openSession(deps, { userId: user.id, userAgent, address, ...life })
  await deps.securityEvents.record(caller, { kind: 'sign-in', userId: user.id })
  request.cookies.write(SESSION_COOKIE, token, lifeSeconds)
  const actions = await resumeActions(deps, request, user.id)
  const hasSaved = await deps.resumeSave(request, user.id)
  const isUnsent = request.cookies.read(UNSENT_COOKIE) !== undefined
  if (isUnsent && !hasSaved) request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('login.unsent'), 60)
  else if (!hasSaved) announceActions(request, actions)
  const target = hasSaved ? '/' : targetOf(request, actions)
  for (const name of [TARGET_COOKIE, SIGN_IN_COOKIE, UNSENT_COOKIE]) request.cookies.clear(name)
  return redirectTo(target, 302)
}

/**
 * @returns the page that the user requested before the sign-in. If a waiting action has just deleted the entry of that
 *   page, returns the list instead.
 */
function targetOf(request: ServerRequest, actions: readonly ResumedAction[]): string {
  const target = safeReturnPath(request.cookies.read(TARGET_COOKIE) ?? '/')
  const entry = Number(/^\/view\/(\d+)/.exec(target)?.[1])
  return actions.some(({ kind, ids }) => kind === 'delete' && ids.some((id) => id === entry)) ? '/' : target
}
