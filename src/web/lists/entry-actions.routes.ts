import { entryIdOf, type WithId } from '../reader/entry-id.ts'
import { type ChangeManyDeps, changeMany } from '../../entries/changing/change-many.ts'
import { performAction } from '../../entries/undoable-actions/perform-action.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { belongsToList } from '../cards/belongs-to-list.ts'
import { entryCard } from '../cards/entry-card.ts'
import { fetchMessageId } from '../cards/fetch-outcome.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import type { Localization } from '../layout/localization.ts'
import { shortTitle } from '../layout/short-title.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { streamPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import {
  formOf,
  formText,
  NOTICE_COOKIE,
  sessionOf,
  UNDO_COOKIE,
  localizationFor,
  type WebContext,
} from '../web-context.ts'
import { countParts, type CountDeps } from './count-turbo-streams.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { loadCards, type ShowListDeps } from './show-list.ts'
import type { WebRequest } from '../web-request.ts'
import { streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface EntryActionRoutesDeps extends WebContext, ShowListDeps, ChangeManyDeps, CountDeps {}

type DoneKey = `done.${'archive' | 'unarchive' | 'star' | 'unstar' | 'refetch' | 'delete'}`

/** A change of one entry that the response reports. */
interface Done {
  readonly id: EntryId
  /** title of the entry as pages show it */
  readonly title: string
  readonly message: DoneKey
  /** id of the change in the history of actions; absent if nothing changed or the change cannot be undone */
  readonly action?: number | undefined
}

interface State {
  readonly path: 'archive' | 'star'
  readonly field: string
  readonly on: 'archive' | 'star'
  readonly off: 'unarchive' | 'unstar'
}

const STATE_ACTIONS: readonly State[] = [
  { path: 'archive', field: 'archived', on: 'archive', off: 'unarchive' },
  { path: 'star', field: 'starred', on: 'star', off: 'unstar' },
]

/**
 * Adds the routes that archive, star, fetch again and delete one entry. A form sets a state instead of toggling it, so
 * submitting it twice is harmless.
 */
export function addEntryActionRoutes(routes: WebRoutes, deps: EntryActionRoutesDeps): void {
  for (const { path, field, on, off } of STATE_ACTIONS) {
    routes.post(`/${path}/:id`, async (request) => {
      const { owner, id, title } = await entryOf(deps, request)
      if (id === undefined) return respondToDeleted(deps, request)
      const kind = formText(formOf(request), field) === '1' ? on : off
      const performed = await performAction(deps, owner, [id], { kind })
      return respondToAction(deps, request, { id, title, message: `done.${kind}`, action: performed.id })
    })
  }
  routes.post('/refetch/:id', async (request) => {
    const { owner, id, title } = await entryOf(deps, request)
    if (id === undefined) return respondToDeleted(deps, request)
    await changeMany(deps, owner, [id], { action: { kind: 'refetch' }, requestId: request.id })
    return respondToAction(deps, request, { id, title, message: 'done.refetch' })
  })
  routes.post('/delete/:id', async (request) => {
    const { owner, id, title } = await entryOf(deps, request)
    if (id === undefined) return respondToDeleted(deps, request)
    const performed = await performAction(deps, owner, [id], { kind: 'delete' })
    return respondToAction(deps, request, { id, title, message: 'done.delete', action: performed.id })
  })
}

/**
 * Checks a form that acts on an entry.
 * @returns the owner, and the id and the title of the entry; the id is undefined if the entry does not exist
 * @throws AppError `not_found` for an address without an id, `forbidden` for a form from another site
 */
async function entryOf(deps: EntryActionRoutesDeps, request: WebRequest<WithId>) {
  const { owner } = checkedForm(deps, request)
  const id = entryIdOf(request)
  const loaded = await deps.loadEntries(owner, [id], { hasContent: false })
  const found = loaded.get(id)
  return { owner, id: found && id, title: found ? shownTitle(found.entry) : '' }
}

/**
 * Answers an action on an entry that was deleted in the meantime. In a list with scripts, the card is removed and a
 * message is shown.
 * @throws AppError `not_found` in other cases
 */
async function respondToDeleted(deps: EntryActionRoutesDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  if (!wantsStream(request) || isFromReadingPage(request))
    throw new AppError('not_found', 'no such entry', { details: { message: 'error.noEntry' } })
  const words = localizationFor(request)
  return streamResponse([
    streamPart('remove', `entry-${entryIdOf(request)}`),
    toastPart(words.t('list.alreadyDeleted')),
    ...(await countParts(deps, sessionOf(request).user.id, words)),
  ])
}

/**
 * Answers an action on an entry. With scripts, updates the list in place. Otherwise redirects to the previous page,
 * which shows a message.
 */
async function respondToAction(deps: EntryActionRoutesDeps, request: WebRequest, done: Done): Promise<WebResponse> {
  const back = safeReturnPath(formText(formOf(request), 'back'))
  const isReader = isFromReadingPage(request)
  if (wantsStream(request) && !isReader) return streamResponse(await partsOf(deps, request, done, back))
  request.cookies.write(NOTICE_COOKIE, doneText(done, localizationFor(request).t), 60)
  if (done.action !== undefined) request.cookies.write(UNDO_COOKIE, String(done.action), 60)
  return redirectTo(isReader && done.message === 'done.delete' ? '/' : back, 303)
}

/** @returns what happened to which entry */
function doneText({ message, title }: Done, t: Localization['t']): string {
  return t('done.named', { what: t(message), title: shortTitle(title) })
}

/** @returns the message about a change. The one about a page that is being fetched is replaced when that is done. */
function doneMessage(done: Done, t: Localization['t']): Child {
  const text = doneText(done, t)
  return done.message === 'done.refetch' ? html`<span id="${fetchMessageId(done.id)}">${text}</span>` : text
}

/** @returns true if the form was on the page of an article, which contains no cards */
function isFromReadingPage(request: WebRequest): boolean {
  return safeReturnPath(formText(formOf(request), 'back')).startsWith('/view/')
}

async function partsOf(deps: EntryActionRoutesDeps, request: WebRequest, done: Done, back: string): Promise<Html[]> {
  const { id, action } = done
  const { user, csrfToken, preferences } = sessionOf(request)
  const words = localizationFor(request)
  const [card] = await loadCards(deps, user.id, [id], { excerpt: excerptLength(preferences) })
  const belongs = card !== undefined && belongsToList(card, back)
  return [
    belongs
      ? streamPart('replace', `entry-${id}`, entryCard(card, { words, csrfToken, back }))
      : streamPart('remove', `entry-${id}`),
    toastPart(doneMessage(done, words.t), undoForm({ csrfToken, t: words.t, action, back })),
    ...(await countParts(deps, user.id, words)),
  ]
}
