import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { notFound } from '../../kernel/errors.ts'
import { sentText } from '../../kernel/form-body.ts'
import { callerOf } from '../../security-events/caller.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { setFirstTimeZone } from '../../users/time-zone.ts'
import { openSession } from '../../users/sessions/session.ts'
import { csrfTokenForVisitor, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import type { RegisterView } from './register.page.ts'
import type { SignInRoutesDeps } from './sign-in.routes.ts'
import { formOf, formText, SESSION_COOKIE, localizationFor, frameFor } from '../web-context.ts'
import { createAccount } from './create-account.ts'
import { registerPage } from './register.page.ts'
import { TIME_ZONE_FIELD } from './time-zone-field.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export interface RegisterRoutesDeps extends SignInRoutesDeps {
  readonly registrationsPerAddress: Throttle
}

/**
 * Adds the registration page. As in wallabag, it is at `/register`. The rules for accounts are those of the API.
 * Responds with 404 while registration is closed.
 */
export function addRegisterRoutes(routes: ServerRoutes, deps: RegisterRoutesDeps): void {
  routes.get('/register', async (request) => {
    if (!(await deps.isRegistrationOpen())) throw notFound('page')
    if (request.session) return redirectTo('/', 302)
    return show(deps, request, { values: {}, errors: {} })
  })
  const options = { bodyLimit: CREDENTIALS_BODY, anonymousCost: 'refused' } as const
  routes.post('/register', (request) => register(deps, request), options)
}

async function register(deps: RegisterRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { address } = caller
  if (!(await deps.isRegistrationOpen())) throw notFound('page')
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  await deps.registrationsPerAddress.take(networkOf(address))
  const [username, email] = [formText(fields, 'username'), formText(fields, 'email')]
  const timeZone = formText(fields, TIME_ZONE_FIELD)
  const input = { username, email, password: sentText(fields, 'password') ?? '' }
  const outcome = await createAccount(deps, input, { isEmailNeeded: true, isAdmin: false }, localizationFor(request).t)
  if (outcome.kind === 'refused') {
    return show(deps, request, { values: { username, email, timeZone }, errors: outcome.errors })
  }
  const userAgent = request.headers['user-agent'] ?? ''
  await deps.securityEvents.record(caller, { kind: 'user-made', userId: outcome.user.id })
  await setFirstTimeZone(deps, outcome.user.id, timeZone)
  const opened = await openSession(deps, { userId: outcome.user.id, userAgent, address, isRemembered: false })
  request.cookies.write(SESSION_COOKIE, opened.token, opened.lifeSeconds)
  return redirectTo('/', 303)
}

async function show(
  deps: RegisterRoutesDeps,
  request: ServerRequest,
  view: Pick<RegisterView, 'values' | 'errors'>,
): Promise<WebResponse> {
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  const csrfToken = csrfTokenForVisitor(request)
  return pageResponse(registerPage({ frame: frameFor(deps, request), csrfToken, ...view }), status)
}
