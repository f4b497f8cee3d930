import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../security-events/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import { sentText } from '../../kernel/form-body.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor } from '../web-context.ts'
import { checkReauthentication } from './check-reauthentication.ts'
import type { ReauthenticationField, ReauthenticationError } from './reauthentication-form.ts'
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
import { pageFrame, sendPage } from '../fastify-routes.ts'

const PATH = '/config/security/second-factor'

/** Adds the routes that set up the second factor, renew its recovery codes, and remove it. */
export function addSecondFactorRoutes(app: FastifyInstance, deps: SecurityRoutesDeps): void {
  app.get(PATH, (request, reply) => show(deps, request, reply))
  app.post(`${PATH}/start`, async (request, reply) => {
    checkedForm(deps, request)
    await startSecondFactor(deps, sessionOf(request).user.id)
    return reply.redirect(PATH, 303)
  })
  app.post(`${PATH}/confirm`, (request, reply) => confirm(deps, request, reply))
  app.post(`${PATH}/codes`, async (request, reply) => {
    const refused = await reauthenticationError(deps, request, 'renew')
    if (refused) return show(deps, request, reply, refused)
    const codes = await renewRecoveryCodes(deps, sessionOf(request).user.id)
    await recordOwnEvent(deps, request, 'recovery-codes-renewed')
    return showCodes(deps, request, reply, codes)
  })
  // After a refused form, a browser may reload the address of the form by GET, for example when the user returns from
  // the authenticator app.
  for (const form of ['confirm', 'codes', 'off']) {
    app.get(`${PATH}/${form}`, async (_request, reply) => reply.redirect(PATH, 303))
  }
  app.post(`${PATH}/off`, async (request, reply) => {
    const refused = await reauthenticationError(deps, request, 'off')
    if (refused) return show(deps, request, reply, refused)
    await removeSecondFactor(deps, sessionOf(request).user.id)
    await recordOwnEvent(deps, request, 'second-factor-off')
    return redirectToSecurity(deps, request, reply, 'security.off.done')
  })
}

async function confirm(deps: SecurityRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  const session = sessionOf(request)
  const { fields } = checkedForm(deps, request)
  const wrong = await checkReauthentication(deps, session, { ...caller, password: sentText(fields, 'password') ?? '' })
  if (wrong) return show(deps, request, reply, refusal(request, 'confirm', wrong))
  try {
    const codes = await confirmSecondFactor(deps, session.user.id, formText(fields, 'code'))
    await recordOwnEvent(deps, request, 'second-factor-on')
    return await showCodes(deps, request, reply, codes)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return show(deps, request, reply, refusal(request, 'confirm', 'code'))
  }
}

/**
 * Checks the password and the code in a form.
 * @returns the error message and its field; undefined if both are right
 */
async function reauthenticationError(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const caller = callerOf(request)
  const { fields } = checkedForm(deps, request)
  const [password, code] = [sentText(fields, 'password') ?? '', formText(fields, 'code')]
  const wrong = await checkReauthentication(deps, sessionOf(request), { ...caller, password, code })
  return wrong && refusal(request, form, wrong)
}

function refusal(request: FastifyRequest, form: string, field: ReauthenticationField): ReauthenticationError {
  return { form, field, message: localizationFor(request).t(`security.proof.wrong.${field}`) }
}

/**
 * Shows the page for changing an active second factor, or the page for setting up a new one. Redirects to the security
 * page if the user has no second factor and is not setting one up.
 */
async function show(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: ReauthenticationError,
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const isOn = await deps.database.read((db) => hasSecondFactor(db, user.id))
  const secret = isOn ? undefined : await findNewSecret(deps, user.id)
  if (!isOn && secret === undefined) return reply.redirect('/config/security', 303)
  const frame = pageFrame(deps, request, reply)
  const view = { frame, csrfToken, ...(refused && { refused }) }
  const status = refused ? 422 : 200
  if (secret === undefined) return sendPage(reply, secondFactorPage(view), status)
  const qr = await secretCode(deps, user.username, { secret, label: frame.words.t('security.setUp.scan') })
  return sendPage(reply, newFactorPage({ ...view, qr, secret }), status)
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
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
): Promise<FastifyReply> {
  return sendPage(reply, recoveryCodesPage({ frame: pageFrame(deps, request, reply), codes }))
}
