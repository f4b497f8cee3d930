import { addressSecretRenewal, type RenewAddressSecretsDeps } from '../../entries/renew-address-secrets.ts'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { sentText } from '../../kernel/form-body.ts'
import { callerOf } from '../../security-events/caller.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import { wrongFields } from '../../users/account-input.ts'
import { findRecoveredUser, recoverAccount } from '../../users/recovery-link.ts'
import { csrfTokenForVisitor, rejectVisitorCsrf } from '../forms/csrf-protection.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formOf, formText, frameFor, localizationFor } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { endedRecoveryPage, recoveryPage } from './recovery.page.ts'
import { startSession, type SignInRoutesDeps } from './sign-in.routes.ts'

export type RecoveryRoutesDeps = SignInRoutesDeps & RenewAddressSecretsDeps

const PATH = '/recover'

/** Adds the page of the links that `dogear user recover` prints. */
export function addRecoveryRoutes(routes: ServerRoutes, deps: RecoveryRoutesDeps): void {
  routes.get(PATH, async (request) => {
    const { code } = request.query
    return show(deps, request, typeof code === 'string' ? code : '')
  })
  routes.post(PATH, (request) => recover(deps, request), { bodyLimit: CREDENTIALS_BODY, anonymousCost: 'refused' })
}

async function show(
  deps: RecoveryRoutesDeps,
  request: ServerRequest,
  code: string,
  error?: string,
): Promise<WebResponse> {
  const user = await findRecoveredUser(deps, code)
  const frame = frameFor(deps, request)
  if (!user) return refuse(deps, request)
  const view = { frame, csrfToken: csrfTokenForVisitor(request), username: user.username, code }
  return pageResponse(recoveryPage({ ...view, ...(error !== undefined && { error }) }), error === undefined ? 200 : 422)
}

/** Answers a wrong link. It counts as a wrong password from this address. */
async function refuse(deps: RecoveryRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  await deps.failuresPerAddress.take(networkOf(callerOf(request).address))
  return pageResponse(endedRecoveryPage(frameFor(deps, request)), 403)
}

async function recover(deps: RecoveryRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const fields = formOf(request)
  rejectVisitorCsrf(deps, request, { fields, field: '_csrf_token' })
  const secret = formText(fields, 'code')
  const password = sentText(fields, 'password') ?? ''
  const user = await findRecoveredUser(deps, secret)
  if (!user) return refuse(deps, request)
  if (wrongFields({ username: user.username, email: '', password }).includes('password')) {
    return show(deps, request, secret, localizationFor(request).t('account.wrong.password'))
  }
  await recoverAccount(deps, { user, secret, password }, addressSecretRenewal(deps))
  await deps.securityEvents.record(caller, { kind: 'account-recovered', userId: user.id })
  return startSession(deps, request, { user, isRemembered: false, caller })
}
