import type { SavedEntry } from '../../entries/saving/save-entry.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { entryCard } from '../cards/entry-card.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { morphPart, streamPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import type { Localization } from '../layout/localization.ts'
import { refusalText, saveAddresses, savedSummary, type SaveAddressesDeps } from './save-addresses.ts'
import { formOf, formText, NOTICE_COOKIE, sessionOf, localizationFor } from '../web-context.ts'
import { LISTS } from '../layout/list-name.ts'
import { ADD_FORM, addEntryForm } from '../lists/add-entry-form.ts'
import { countParts, type CountDeps } from '../lists/count-turbo-streams.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { loadCards, showList, type ShowListDeps } from '../lists/show-list.ts'
import type { WebRequest } from '../web-request.ts'
import { streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface SaveRoutesDeps extends ShowListDeps, SaveAddressesDeps, CountDeps {}

/**
 * Adds the route of the form that saves addresses. The route responds at once. Jobs fetch the pages later, and then the
 * cards update themselves.
 */
export function addSaveRoutes(routes: WebRoutes, deps: SaveRoutesDeps): void {
  routes.post('/new-entry', async (request) => {
    const { owner, fields } = checkedForm(deps, request, 'entry[_token]')
    const text = formText(fields, 'entry[url]').trim()
    const { t } = localizationFor(request)
    try {
      const saved = await saveAddresses(deps, { owner, text, requestId: request.id })
      if (wantsStream(request)) return await sendSaved(deps, request, saved)
      if (saved.length > 1) request.cookies.write(NOTICE_COOKIE, savedSummary(saved, t), 60)
      const [{ id, isNew }] = saved
      return redirectTo(isNew || saved.length > 1 ? '/' : `/view/${id}`, 302)
    } catch (error) {
      const add = { url: text, error: refusalText(error, t) }
      if (wantsStream(request)) return sendRefused(request, add)
      return showList(deps, request, { list: 'unread', query: {}, page: 1, add })
    }
  })
}

/** Shows the error in the form and removes an earlier message. Does not change the list. */
function sendRefused(request: WebRequest, add: { readonly url: string; readonly error: string }): WebResponse {
  const { user, csrfToken } = sessionOf(request)
  const sent = formText(formOf(request), 'list')
  const list = LISTS.find((name) => name === sent) ?? 'unread'
  const form = addEntryForm({ t: localizationFor(request).t, csrfToken, username: user.username, list, ...add })
  return streamResponse([morphPart(ADD_FORM, form), streamPart('update', 'toasts')], 422)
}

/** Adds the new cards to the list and shows a message. For a single entry, the message links to it. */
async function sendSaved(
  deps: SaveRoutesDeps,
  request: WebRequest,
  saved: readonly [SavedEntry, ...SavedEntry[]],
): Promise<WebResponse> {
  const { user, csrfToken, preferences } = sessionOf(request)
  const words = localizationFor(request)
  const list = formText(formOf(request), 'list')
  const isListed = list === 'unread' || list === 'all'
  const added = isListed ? saved.filter(({ isNew }) => isNew).map(({ id }) => id) : []
  const cards = await loadCards(deps, user.id, added, { excerpt: excerptLength(preferences) })
  const context = { words, csrfToken, back: `/${list}/list` }
  return streamResponse([
    ...(cards.length > 0 ? [streamPart('remove', 'empty')] : []),
    ...cards.map((card) => streamPart('prepend', 'cards', entryCard(card, context))),
    savedToast(saved, words, deps.offlineState !== undefined),
    ...(await countParts(deps, user.id, words)),
  ])
}

/** @param isHere true if only this browser has the entries yet */
function savedToast(saved: readonly [SavedEntry, ...SavedEntry[]], { t }: Localization, isHere: boolean): Html {
  const [{ id, isNew }, ...others] = saved
  if (others.length > 0) return toastPart(savedSummary(saved, t))
  const savedText = t(isHere ? 'list.savedHere' : 'list.saved')
  return toastPart(isNew ? savedText : t('list.savedBefore'), html`<a href="/view/${id}">${t('list.open')}</a>`)
}
