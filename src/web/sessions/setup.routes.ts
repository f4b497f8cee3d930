import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { sentText, type FormFields } from '../../kernel/form-body.ts'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { wrongFields } from '../../users/account-input.ts'
import { createUser, type CreateUserDeps } from '../../users/create-user.ts'
import { openSession } from '../../users/sessions/session.ts'
import { setFirstTimeZone } from '../../users/time-zone.ts'
import { openSetupCode, spendSetupCode } from '../../users/setup-code.ts'
import { csrfTokenForVisitor, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import type { SetupView } from './setup.page.ts'
import { formOf, formText, SESSION_COOKIE, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { firstAccountPage, setupPage } from './setup.page.ts'
import { TIME_ZONE_FIELD } from './time-zone-field.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export type SetupRoutesDeps = WebContext & CreateUserDeps & SecurityEventsUser

/**
 * Adds the page that creates the first account. It requires the setup code that the server prints at startup. As soon
 * as there is an account, the page leads to the sign-in page, and its form is refused with 404.
 */
export function addSetupRoutes(routes: ServerRoutes, deps: SetupRoutesDeps): void {
  routes.get('/setup', async (request) => {
    // Who goes back in the browser after the first account was created, or opens the old address, is led to the service.
    if ((await openSetupCode(deps.database)) === undefined) return redirectTo('/login', 302)
    const { code: given } = request.query
    const code = typeof given === 'string' ? given.trim() : ''
    if (await isRightCode(deps, code)) return show(deps, request, { code, values: {}, errors: {} })
    return pageResponse(firstAccountPage(frameFor(deps, request), code !== ''), code === '' ? 200 : 403)
  })
  const setUp = async (request: ServerRequest) => {
    const fields = formOf(request)
    rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
    await refuseWrongCode(deps, formText(fields, 'code'))
    return create(deps, request, fields)
  }
  routes.post('/setup', setUp, { bodyLimit: CREDENTIALS_BODY })
}

/**
 * @returns true if the setup code is right
 * @throws AppError `not_found` if there is an account
 */
async function isRightCode({ database }: SetupRoutesDeps, code: string): Promise<boolean> {
  const right = await openSetupCode(database)
  if (right === undefined) throw notFound('page')
  return isTimingSafeEqual(Buffer.from(right), Buffer.from(code))
}

async function refuseWrongCode(deps: SetupRoutesDeps, code: string): Promise<void> {
  if (await isRightCode(deps, code)) return
  throw new AppError('forbidden', 'the code is wrong', { details: { message: 'error.wrongCode' } })
}

async function create(deps: SetupRoutesDeps, request: ServerRequest, fields: FormFields) {
  const caller = callerOf(request)
  const [username, email, code] = ['username', 'email', 'code'].map((name) => formText(fields, name)) as [
    string,
    string,
    string,
  ]
  const input = { username, email, password: sentText(fields, 'password') ?? '', isAdmin: true }
  const { t } = localizationFor(request)
  const timeZone = formText(fields, TIME_ZONE_FIELD)
  const wrong = wrongFields(input).map((field) => [field, t(`account.wrong.${field}`)])
  if (wrong.length > 0) {
    return show(deps, request, { code, values: { username, email, timeZone }, errors: Object.fromEntries(wrong) })
  }
  const user = await createUser(deps, input, { before: (tx) => spendSetupCode(tx, code) })
  await deps.securityEvents.record(caller, { kind: 'user-made', userId: user.id })
  await setFirstTimeZone(deps, user.id, timeZone)
  const { token, lifeSeconds } = await openSession(deps, {
    userId: user.id,
    userAgent: request.headers['user-agent'] ?? '',
    address: caller.address,
    isRemembered: false,
  })
  request.cookies.write(SESSION_COOKIE, token, lifeSeconds)
  return redirectTo('/', 303)
}

async function show(
  deps: SetupRoutesDeps,
  request: ServerRequest,
  view: Pick<SetupView, 'code' | 'values' | 'errors'>,
): Promise<WebResponse> {
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  const csrfToken = csrfTokenForVisitor(request)
  return pageResponse(setupPage({ frame: frameFor(deps, request), csrfToken, ...view }), status)
}
