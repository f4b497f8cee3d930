import { deviceConfiguration, parseSerial } from '../../kobo-devices/device-configuration.ts'
import {
  changeKoboDevice,
  createKoboDevice,
  DEFAULT_KOBO_OPTIONS,
  listKoboDevices,
  parseStore,
  type KoboOptions,
} from '../../kobo-devices/kobo-device.ts'
import type { Settings } from '../../config/settings.ts'
import { isListed } from '../../fetching/addresses/allow-list.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { deleteAppPassword } from '../../users/passwords/app-password.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { MessageKey } from '../messages/message-key.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import type { CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import { missingProof } from '../security/missing-proof.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { addressOf } from './app-interface.ts'
import { koboLinesPage } from './kobo-lines.page.ts'
import { koboPage, type KoboForm } from './kobo.page.ts'

type KoboRoutesDeps = WebContext &
  CheckReauthenticationDeps &
  SecurityEventsUser & { readonly settings: Pick<Settings, 'DOGEAR_FETCH_ALLOW'> }

const PATH = '/connect/kobo'
const MAX_NAME = 100

/** Adds the page of Kobo e-readers. The page after the creation of one shows the lines of its configuration, only once. */
export function addKoboRoutes(routes: ServerRoutes, deps: KoboRoutesDeps): void {
  routes.get(PATH, (request) => showKobo(deps, request, NEW_DEVICE))
  routes.post(PATH, (request) => createDevice(deps, request))
  routes.post(`${PATH}/options`, async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const { store, problem } = storeIn(deps, request, fields)
    if (problem) return redirectTo(request, problem)
    await changeKoboDevice(deps, owner, parseId(formText(fields, 'id')) ?? 0, { ...choicesIn(fields), store })
    return redirectTo(request, 'kobo.saved')
  })
  routes.post(`${PATH}/remove`, async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const id = parseId(formText(fields, 'id'))
    const devices = await deps.database.read((db) => listKoboDevices(db, owner))
    await deleteAppPassword(deps, owner, devices.find((device) => device.id === id)?.id ?? 0)
    await recordOwnEvent(deps, request, 'app-password-removed')
    return redirectTo(request, 'kobo.removed')
  })
}

const NEW_DEVICE: KoboForm = { ...DEFAULT_KOBO_OPTIONS, name: 'Kobo', serial: '', store: '', errors: {} }

async function showKobo(deps: KoboRoutesDeps, request: ServerRequest, form: KoboForm): Promise<WebResponse> {
  const session = sessionOf(request)
  const found = await deps.database.read(async (db) => ({
    devices: await listKoboDevices(db, session.user.id),
    needsPassword: !(await isRecentSignIn(db, session, deps.clock.now())),
  }))
  const view = { frame: frameFor(deps, request), csrfToken: session.csrfToken, baseUrl: deps.baseUrl, form, ...found }
  return pageResponse(koboPage(view), Object.keys(form.errors).length > 0 ? 422 : 200)
}

/** Creates a device, and shows its lines. The serial number is used for these, and is not stored. */
async function createDevice(deps: KoboRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, owner, fields } = checkedForm(deps, request)
  const { t } = localizationFor(request)
  const [given, serial] = [formText(fields, 'serial'), parseSerial(formText(fields, 'serial'))]
  const { store, problem } = storeIn(deps, request, fields)
  const name = formText(fields, 'name').trim().slice(0, MAX_NAME) || NEW_DEVICE.name
  const refuse = (errors: KoboForm['errors']) => {
    const sent = { name, serial: given.slice(0, MAX_NAME), store: formText(fields, 'store'), ...choicesIn(fields) }
    return showKobo(deps, request, { ...sent, errors })
  }
  if (serial === undefined) return refuse({ serial: t('kobo.serialWrong') })
  if (problem) return refuse({ store: t(problem) })
  const wrong = await missingProof(deps, session, { fields, caller })
  if (wrong) return refuse({ proof: { form: 'kobo', field: wrong, message: t(`security.proof.wrong.${wrong}`) } })
  try {
    const key = await createKoboDevice(deps, owner, { name, store, ...choicesIn(fields) })
    await recordOwnEvent(deps, request, 'app-password-made')
    const sections = deviceConfiguration(addressOf('kobo', deps.baseUrl), { serial, key })
    return pageResponse(koboLinesPage({ frame: frameFor(deps, request), name, sections }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return refuse({ form: t('security.apps.tooMany') })
  }
}

function choicesIn(fields: FormFields): Omit<KoboOptions, 'store'> {
  return { hasColor: formText(fields, 'color') === '1', removesArchived: formText(fields, 'removes') === '1' }
}

type ChosenStore =
  | { readonly store: string; readonly problem?: undefined }
  | { readonly store?: undefined; readonly problem: MessageKey }

/**
 * Everything that a device sends is passed on to its store, so most users can choose only that of Kobo, or one that the
 * operator allows.
 * @returns the address of the store, or the message why it cannot be chosen
 */
function storeIn({ settings }: KoboRoutesDeps, request: ServerRequest, fields: FormFields): ChosenStore {
  try {
    const store = parseStore(formText(fields, 'store'))
    const { hostname, port, protocol } = new URL(store)
    const host = hostname.replace(/^\[|\]$/g, '')
    const endpoint = { host, address: host, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
    const isAllowed = store === DEFAULT_KOBO_OPTIONS.store || isListed(settings.DOGEAR_FETCH_ALLOW, endpoint)
    return isAllowed || sessionOf(request).user.isAdmin ? { store } : { problem: 'kobo.storeRefused' }
  } catch (error) {
    if (error instanceof AppError) return { problem: 'kobo.storeWrong' }
    throw error
  }
}

function redirectTo(request: ServerRequest, notice: MessageKey): WebResponse {
  return redirectWithNotice(request, PATH, localizationFor(request).t(notice))
}
