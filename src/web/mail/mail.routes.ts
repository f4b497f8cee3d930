import type { JobQueue } from '../../jobs/job-queue.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseId } from '../../kernel/parse-id.ts'
import {
  addMailAddress,
  deleteMailAddress,
  repeatConfirmation,
  type MailAddressDeps,
} from '../../mail/change-mail-addresses.ts'
import { listDeliveries } from '../../mail/delivery.repository.ts'
import { deleteDigest, saveDigest } from '../../mail/digests/change-digests.ts'
import { listDigests } from '../../mail/digests/digest.repository.ts'
import { MAX_ADDRESSES } from '../../mail/mail-address.ts'
import { listMailAddresses } from '../../mail/mail-address.repository.ts'
import { MailFailure } from '../../mail/mail-failure.ts'
import { repeatDelivery } from '../../mail/request-delivery.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { MessageKey } from '../messages/message-key.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { AddressForm } from './addresses-section.ts'
import { NEW_DIGEST, type DigestForm } from './digests-section.ts'
import { mailOffPage, mailPage } from './mail.page.ts'
import { reasonText } from './mail-reason.ts'
import { digestIn, formOfDigest, refusedDigest } from './read-digest-form.ts'

export interface MailRoutesDeps extends WebContext, MailAddressDeps {
  readonly jobs: JobQueue
}

const PATH = '/config/mail'

/** Adds the settings page for sending by e-mail. */
export function addMailRoutes(routes: ServerRoutes, deps: MailRoutesDeps): void {
  routes.get(PATH, (request) => showMail(deps, request, {}))
  routes.post(`${PATH}/addresses`, (request) => addAddress(deps, request))
  routes.post(`${PATH}/addresses/repeat`, (request) => repeatLink(deps, request))
  routes.post(`${PATH}/addresses/delete`, async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    await deleteMailAddress(deps, owner, parseId(formText(fields, 'id')) ?? 0)
    return redirectTo(request, 'mail.addresses.removed')
  })
  routes.post(`${PATH}/digests`, (request) => changeDigest(deps, request))
  routes.post(`${PATH}/digests/delete`, async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    await deleteDigest(deps, owner, parseId(formText(fields, 'id')) ?? 0)
    return redirectTo(request, 'mail.digests.deleted')
  })
  routes.post(`${PATH}/deliveries/repeat`, async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    await repeatDelivery(deps, owner, parseId(formText(fields, 'id')) ?? 0)
    return redirectTo(request, 'mail.deliveries.repeated')
  })
}

/** Refused forms, which the page shows again. */
interface Refused {
  readonly addressForm?: AddressForm
  readonly digestForm?: DigestForm
}

async function showMail(deps: MailRoutesDeps, request: ServerRequest, refused: Refused): Promise<WebResponse> {
  const frame = frameFor(deps, request)
  if (!deps.mailer) return pageResponse(mailOffPage(frame))
  const { user, csrfToken, preferences } = sessionOf(request)
  const found = await deps.database.read(async (db) => ({
    addresses: await listMailAddresses(db, user.id),
    digests: await listDigests(db, user.id),
    deliveries: await listDeliveries(db, user.id),
  }))
  const edited = found.digests.find(({ id }) => String(id) === request.query['digest'])
  const forms = {
    addressForm: { name: '', address: '' },
    digestForm: edited ? formOfDigest(edited) : NEW_DIGEST,
    ...refused,
  }
  const common = { frame, csrfToken, from: deps.mailer.from, timeZone: timeZoneOf(preferences) }
  return pageResponse(mailPage({ ...common, ...found, ...forms }), Object.keys(refused).length > 0 ? 422 : 200)
}

async function addAddress(deps: MailRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const words = localizationFor(request)
  const sent = { name: formText(fields, 'name').slice(0, 500), address: formText(fields, 'address').slice(0, 500) }
  try {
    const { isConfirmed } = await addMailAddress(deps, owner, { ...sent, language: words.language })
    return redirectTo(request, isConfirmed ? 'mail.addresses.added' : 'mail.addresses.sent')
  } catch (error) {
    if (error instanceof MailFailure) return refuseLink(deps, request, error)
    if (!(error instanceof AppError) || !['invalid_input', 'too_many_requests'].includes(error.code)) throw error
    const problem = error.code === 'too_many_requests' ? 'limit' : (error.details['problem'] ?? 'wrong')
    const text = words.t(`mail.addresses.errors.${problem as 'full'}`, { count: MAX_ADDRESSES })
    return showMail(deps, request, { addressForm: { ...sent, error: text } })
  }
}

async function repeatLink(deps: MailRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const { t, language } = localizationFor(request)
  try {
    await repeatConfirmation(deps, owner, parseId(formText(fields, 'id')) ?? 0, language)
    return redirectTo(request, 'mail.addresses.sent')
  } catch (error) {
    if (error instanceof MailFailure) return refuseLink(deps, request, error)
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    const formError = t('mail.addresses.errors.limit')
    return showMail(deps, request, { addressForm: { name: '', address: '', formError } })
  }
}

/** Says why the confirmation mail was not sent. The address is on the page, with the button that sends it again. */
function refuseLink(deps: MailRoutesDeps, request: ServerRequest, { reason, reply }: MailFailure) {
  const { t } = localizationFor(request)
  const formError = t('mail.addresses.unsent', { reason: reasonText(reason, reply, t) })
  return showMail(deps, request, { addressForm: { name: '', address: '', formError } })
}

async function changeDigest(deps: MailRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  try {
    await saveDigest(deps, owner, digestIn(fields), parseId(formText(fields, 'id')))
    return redirectTo(request, 'mail.digests.saved')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showMail(deps, request, { digestForm: refusedDigest(fields, error, localizationFor(request)) })
  }
}

function redirectTo(request: ServerRequest, notice: MessageKey): WebResponse {
  return redirectWithNotice(request, PATH, localizationFor(request).t(notice))
}
