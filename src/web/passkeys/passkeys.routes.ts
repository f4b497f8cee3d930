import { AppError, notFound } from '../../kernel/errors.ts'
import { requireId } from '../../kernel/parse-id.ts'
import { callerOf } from '../../security-events/caller.ts'
import { renamePasskey } from '../../users/passkeys/rename-passkey.ts'
import { removeWayIn } from '../../users/remove-way-in.ts'
import { listPasskeys, type Passkey } from '../../users/passkeys/passkey.repository.ts'
import { passkeySite } from '../../users/passkeys/passkey-site.ts'
import { passkeyCreation, registerPasskey } from '../../users/passkeys/register-passkey.ts'
import { passkeyRequest } from '../../users/passkeys/verify-passkey.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import type { MessageKey } from '../messages/message-key.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { browserName } from '../security/browser-name.ts'
import { missingProof } from '../security/missing-proof.ts'
import type { ReauthenticationError } from '../security/reauthentication-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { redirectToSecurity, type SecurityRoutesDeps } from '../security/redirect-to-security.ts'
import { showSecurity } from '../security/show-security.ts'
import { jsonResponse, type ServerResponse } from '../server-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, localizationFor, sessionOf } from '../web-context.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import { PROOF_CHALLENGE_PATH } from './passkey-buttons.ts'
import { newPasskeyPage, passkeyPage, PASSKEYS_PATH } from './passkeys.page.ts'

type PasskeyRequest = ServerRequest<{ readonly id: string }>

/** Adds the routes that add, rename and remove passkeys, and the challenge for forms that ask for a password. */
export function addPasskeyRoutes(routes: ServerRoutes, deps: SecurityRoutesDeps): void {
  routes.post(PROOF_CHALLENGE_PATH, (request) => sendChallenge(deps, request))
  routes.post(`${PASSKEYS_PATH}/new`, (request) => startPasskey(deps, request))
  // A browser may reload the address of a form by GET.
  for (const path of [PASSKEYS_PATH, `${PASSKEYS_PATH}/new`]) {
    routes.get(path, async () => redirectTo('/config/security#passkeys', 303))
  }
  routes.post(PASSKEYS_PATH, (request) => addPasskey(deps, request))
  routes.get(`${PASSKEYS_PATH}/:id`, (request) => showPasskey(deps, request))
  routes.post(`${PASSKEYS_PATH}/:id/rename`, (request) => rename(deps, request))
  routes.post(`${PASSKEYS_PATH}/:id/remove`, (request) => remove(deps, request))
}

async function sendChallenge(deps: SecurityRoutesDeps, request: ServerRequest): Promise<ServerResponse> {
  const { owner } = checkedForm(deps, request)
  requireSite(deps)
  return jsonResponse(await passkeyRequest(deps, { purpose: 'proof', owner }))
}

/** Checks the user's identity, and shows the page on which the browser creates the passkey. */
async function startPasskey(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, fields } = checkedForm(deps, request)
  requireSite(deps)
  const wrong = await missingProof(deps, session, { fields, caller })
  if (wrong) {
    const message = localizationFor(request).t(`security.proof.wrong.${wrong}`)
    return showSecurity(deps, request, { form: 'passkey', field: wrong, message })
  }
  const { user, csrfToken } = session
  const options = await passkeyCreation(deps, user)
  const view = { frame: frameFor(deps, request), csrfToken, options, name: suggestedName(request) }
  return pageResponse(newPasskeyPage(view))
}

/** @returns the name of the browser and its system, which the user can change */
function suggestedName(request: ServerRequest): string {
  const { browser, system } = browserName(request.headers['user-agent'] ?? '')
  if (browser === '' || system === '') return browser || system
  return localizationFor(request).t('security.sessions.name', { browser, system })
}

/** Stores the passkey that the browser has created. Its challenge proves that the user's identity was checked before. */
async function addPasskey(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  requireSite(deps)
  const { t } = localizationFor(request)
  try {
    await registerPasskey(deps, owner, { name: formText(fields, 'name'), sent: formText(fields, 'passkey') })
  } catch (error) {
    const message = refusalOf(error)
    if (message === undefined) throw error
    return showSecurity(deps, request, { form: 'passkey', field: 'passkey', message: t(message) })
  }
  await recordOwnEvent(deps, request, 'passkey-added')
  return redirectToSecurity(request, 'passkeys.added')
}

function refusalOf(error: unknown): MessageKey | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'conflict') return 'passkeys.errors.known'
  if (error.code !== 'invalid_input') return undefined
  return error.details['field'] === 'name' ? 'passkeys.nameMissing' : 'passkeys.errors.failed'
}

async function showPasskey(
  deps: SecurityRoutesDeps,
  request: PasskeyRequest,
  again: { readonly nameError?: string; readonly refused?: ReauthenticationError } = {},
): Promise<WebResponse> {
  const session = sessionOf(request)
  const passkey = await ownPasskey(deps, request)
  const needsProof = !(await deps.database.read((db) => isRecentSignIn(db, session, deps.clock.now())))
  const view = { frame: frameFor(deps, request), csrfToken: session.csrfToken, passkey, needsProof, ...again }
  return pageResponse(passkeyPage(view), (again.nameError ?? again.refused) ? 422 : 200)
}

async function rename(deps: SecurityRoutesDeps, request: PasskeyRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const { id } = await ownPasskey(deps, request)
  const name = formText(fields, 'name')
  if (name.trim() === '') {
    return showPasskey(deps, request, { nameError: localizationFor(request).t('passkeys.nameMissing') })
  }
  await renamePasskey(deps, owner, { id, name })
  return redirectToSecurity(request, 'passkeys.renamed')
}

async function remove(deps: SecurityRoutesDeps, request: PasskeyRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, owner, fields } = checkedForm(deps, request)
  const { t } = localizationFor(request)
  const { id } = await ownPasskey(deps, request)
  const wrong = await missingProof(deps, session, { fields, caller })
  const refuse = (field: string, message: string) =>
    showPasskey(deps, request, { refused: { form: 'remove', field, message } })
  if (wrong) return refuse(wrong, t(`security.proof.wrong.${wrong}`))
  try {
    await removeWayIn(deps, owner, { kind: 'passkey', id })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return refuse('passkey', t('passkeys.last'))
  }
  await recordOwnEvent(deps, request, 'passkey-removed')
  return redirectToSecurity(request, 'passkeys.removed')
}

/** @throws AppError `not_found` if the viewer has no passkey with the id in the path */
async function ownPasskey(deps: SecurityRoutesDeps, request: PasskeyRequest): Promise<Passkey> {
  const id = requireId(request.params.id, 'passkey')
  const passkeys = await deps.database.read((db) => listPasskeys(db, sessionOf(request).user.id))
  const passkey = passkeys.find((one) => one.id === id)
  if (!passkey) throw notFound('passkey')
  return passkey
}

/** @throws AppError `conflict` if browsers refuse passkeys at the address of this server, where no page offers them */
function requireSite({ baseUrl }: SecurityRoutesDeps): void {
  const site = passkeySite(baseUrl)
  if (typeof site === 'string') throw new AppError('conflict', `browsers refuse passkeys at this address: ${site}`)
}
