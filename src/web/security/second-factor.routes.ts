import { callerOf } from '../../security-events/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor } from '../web-context.ts'
import { checkReauthentication, sentProof, type WrongProof } from './check-reauthentication.ts'
import type { ReauthenticationError } from './reauthentication-form.ts'
import { recordOwnEvent } from './record-own-event.ts'
import { redirectToSecurity, type SecurityRoutesDeps } from './redirect-to-security.ts'
import {
  startSecondFactor,
  removeSecondFactor,
  confirmSecondFactor,
  findNewSecret,
} from '../../users/second-factor/second-factor.ts'
import { renewRecoveryCodes } from '../../users/second-factor/recovery-codes.ts'
import { newFactorPage, secondFactorPage, recoveryCodesPage } from './second-factor.page.ts'
import { hasSecondFactor } from '../../users/second-factor/second-factor.repository.ts'
import { totpAddress } from '../../users/second-factor/totp.ts'
import { qrCode } from '../layout/qr-code.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

const PATH = '/config/security/second-factor'

/** Adds the routes that set up the second factor, renew its recovery codes, and remove it. */
export function addSecondFactorRoutes(routes: ServerRoutes, deps: SecurityRoutesDeps): void {
  routes.get(PATH, (request) => show(deps, request))
  routes.post(`${PATH}/start`, async (request) => {
    checkedForm(deps, request)
    await startSecondFactor(deps, sessionOf(request).user.id)
    return redirectTo(PATH, 303)
  })
  routes.post(`${PATH}/confirm`, (request) => confirm(deps, request))
  routes.post(`${PATH}/codes`, async (request) => {
    const refused = await reauthenticationError(deps, request, 'renew')
    if (refused) return show(deps, request, refused)
    const codes = await renewRecoveryCodes(deps, sessionOf(request).user.id)
    await recordOwnEvent(deps, request, 'recovery-codes-renewed')
    return showCodes(deps, request, codes)
  })
  // After a refused form, a browser may reload the address of the form by GET, for example when the user returns from
  // the authenticator app.
  for (const form of ['confirm', 'codes', 'off']) {
    routes.get(`${PATH}/${form}`, async () => redirectTo(PATH, 303))
  }
  routes.post(`${PATH}/off`, async (request) => {
    const refused = await reauthenticationError(deps, request, 'off')
    if (refused) return show(deps, request, refused)
    await removeSecondFactor(deps, sessionOf(request).user.id)
    await recordOwnEvent(deps, request, 'second-factor-off')
    return redirectToSecurity(request, 'security.off.done')
  })
}

async function confirm(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const session = sessionOf(request)
  const { fields } = checkedForm(deps, request)
  const wrong = await checkReauthentication(deps, session, { ...caller, ...sentProof(fields) })
  if (wrong) return show(deps, request, refusal(request, 'confirm', wrong))
  try {
    const codes = await confirmSecondFactor(deps, session.user.id, formText(fields, 'code'))
    await recordOwnEvent(deps, request, 'second-factor-on')
    return await showCodes(deps, request, codes)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return show(deps, request, refusal(request, 'confirm', 'code'))
  }
}

/**
 * Checks the password and the code in a form.
 * @returns the error message and its field; undefined if both are right
 */
async function reauthenticationError(
  deps: SecurityRoutesDeps,
  request: ServerRequest,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const caller = callerOf(request)
  const { fields } = checkedForm(deps, request)
  const sent = { ...caller, ...sentProof(fields), code: formText(fields, 'code') }
  const wrong = await checkReauthentication(deps, sessionOf(request), sent)
  return wrong && refusal(request, form, wrong)
}

function refusal(request: ServerRequest, form: string, field: WrongProof): ReauthenticationError {
  return { form, field, message: localizationFor(request).t(`security.proof.wrong.${field}`) }
}

/**
 * Shows the page for changing an active second factor, or the page for setting up a new one. Redirects to the security
 * page if the user has no second factor and is not setting one up.
 */
async function show(
  deps: SecurityRoutesDeps,
  request: ServerRequest,
  refused?: ReauthenticationError,
): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const isOn = await deps.database.read((db) => hasSecondFactor(db, user.id))
  const secret = isOn ? undefined : await findNewSecret(deps, user.id)
  if (!isOn && secret === undefined) return redirectTo('/config/security', 303)
  const frame = frameFor(deps, request)
  const view = { frame, csrfToken, ...(refused && { refused }) }
  const status = refused ? 422 : 200
  if (secret === undefined) return pageResponse(secondFactorPage(view), status)
  const qr = await secretCode(deps, user.username, { secret, label: frame.words.t('security.setUp.scan') })
  return pageResponse(newFactorPage({ ...view, qr, secret }), status)
}

/**
 * @returns the QR code that contains the secret. Authenticator apps show the username and the host of this server
 *   beside their codes.
 */
async function secretCode(
  { baseUrl }: SecurityRoutesDeps,
  username: string,
  { secret, label }: { readonly secret: string; readonly label: string },
) {
  return qrCode(await totpAddress(secret, `${username}@${new URL(baseUrl).host}`, 'Dogear'), label)
}

async function showCodes(
  deps: SecurityRoutesDeps,
  request: ServerRequest,
  codes: readonly string[],
): Promise<WebResponse> {
  return pageResponse(recoveryCodesPage({ frame: frameFor(deps, request), codes }))
}
