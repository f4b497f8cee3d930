import { shownTitle } from '../../entries/shown-title.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { parseId, parseIds } from '../../kernel/parse-id.ts'
import { MAX_ENTRIES } from '../../mail/delivery.ts'
import { listMailAddresses } from '../../mail/mail-address.repository.ts'
import { requestDelivery, type RequestDeliveryDeps } from '../../mail/request-delivery.ts'
import { requireMailer } from '../../mail/require-mailer.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { sendPage } from './send.page.ts'

export type SendRoutesDeps = WebContext & RequestDeliveryDeps

/** Adds the page that sends chosen entries by e-mail. */
export function addSendRoutes(routes: ServerRoutes, deps: SendRoutesDeps): void {
  routes.get('/send', (request) => showSend(deps, request))
  routes.post('/send', (request) => send(deps, request))
}

async function showSend(deps: SendRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  requireMailer(deps)
  const { user, csrfToken } = sessionOf(request)
  const ids = idsIn(request.query['entries'])
  const loaded = await deps.loadEntries(user.id, ids, { hasContent: false })
  const entries = ids.flatMap((id) => {
    const entry = loaded.get(id)?.entry
    return entry ? { id, title: shownTitle(entry) } : []
  })
  if (entries.length === 0) throw notFound('entry')
  const addresses = await deps.database.read((db) => listMailAddresses(db, user.id))
  const back = safeReturnPath(request.query['back'])
  const confirmed = addresses.filter(({ isConfirmed }) => isConfirmed)
  return pageResponse(sendPage({ frame: frameFor(deps, request), csrfToken, back, entries, addresses: confirmed }))
}

async function send(deps: SendRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const { t } = localizationFor(request)
  const back = safeReturnPath(formText(fields, 'back'))
  const addressId = parseId(formText(fields, 'address')) ?? 0
  try {
    const { count } = await requestDelivery(deps, owner, { addressId, entries: idsIn(formText(fields, 'entries')) })
    return redirectWithNotice(request, back, t('mail.send.done', { count }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    return redirectWithNotice(request, back, t('mail.send.limit'))
  }
}

/** @returns the ids in a text, separated by commas, without duplicates and at most as many as a book has */
function idsIn(value: unknown): readonly EntryId[] {
  const text = typeof value === 'string' ? value : ''
  return [...new Set(parseIds<EntryId>(text.split(',', MAX_ENTRIES)))]
}
