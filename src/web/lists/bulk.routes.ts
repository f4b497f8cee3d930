import { parseId, parseIds } from '../../kernel/parse-id.ts'
import { type ChangeManyDeps, changeMany, enqueueChange } from '../../entries/changing/change-many.ts'
import {
  type EntryAction,
  type Performed,
  performAction,
  performOnList,
} from '../../entries/undoable-actions/perform-action.ts'
import type { ReadLists } from '../../entries/listing/list-entry-ids.ts'
import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { ListEntries } from '../../entries/listing/list-entries.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import type { CollectionId, EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { MAX_ENTRIES } from '../../mail/delivery.ts'
import type { Child } from '../../kernel/html.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { findOrCreateCollection } from '../collections/find-or-create-collection.ts'
import { collectionErrors } from '../collections/read-collection-form.ts'
import { openCollection, type CollectionPageDeps } from '../collections/view-collection.routes.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { LISTS } from '../layout/list-name.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { refreshPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import { formOf, formText, NOTICE_COOKIE, sessionOf, UNDO_COOKIE, localizationFor } from '../web-context.ts'
import { isFiltered, parseListQuery } from './list-query.ts'
import { openList } from './open-list.ts'
import type { ShowListDeps } from './show-list.ts'
import type { WebRequest } from '../web-request.ts'
import { streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export type BulkRoutesDeps = ShowListDeps & ChangeManyDeps & ReadLists & CollectionPageDeps

const ACTIONS = [
  'archive',
  'unarchive',
  'star',
  'unstar',
  'refetch',
  'tag',
  'untag',
  'collect',
  'uncollect',
  'delete',
  'send',
] as const

type ActionName = (typeof ACTIONS)[number]
/** The actions that change entries at once, and can be undone. */
type UndoableName = Exclude<ActionName, 'refetch' | 'send'>
/** Maximum number of ticked entries in one request. Further entries are ignored, but our pages never send more. */
const MAX_IDS = 500

/** Adds the route of actions on many entries: the ticked ones, or the whole list. */
export function addBulkRoutes(routes: WebRoutes, deps: BulkRoutesDeps): void {
  routes.post('/bulk', async (request) => {
    const { fields } = checkedForm(deps, request)
    const name = ACTIONS.find((one) => one === formText(fields, 'action'))
    if (!name) throw new AppError('invalid_input', 'no such action')
    if (name === 'refetch') return refetch(deps, request)
    if (name === 'send') return chooseAddress(deps, request)
    const typed = typedCollection(name, fields)
    if (typed !== '') return collectByName(deps, request, typed)
    const action = actionOf(name, fields)
    if (!action) {
      const isOfTags = name === 'tag' || name === 'untag'
      return showMessage(deps, request, {
        text: localizationFor(request).t(isOfTags ? 'bulk.noTags' : 'bulk.noCollection'),
      })
    }
    return showMessage(deps, request, await perform(deps, request, name, action))
  })
}

/** Applies an action to the ticked entries or to the whole list. @returns the message for the user */
async function perform(
  deps: BulkRoutesDeps,
  request: WebRequest,
  name: UndoableName,
  action: EntryAction,
): Promise<Report> {
  const { user } = sessionOf(request)
  const fields = formOf(request)
  const isWhole = fields.get('scope') === 'all'
  const done = isWhole
    ? await performOnList(deps, user.id, {
        filter: (await wholeList(deps, request)).filter,
        action,
        requestId: request.id,
      })
    : await performAction(deps, user.id, idsOf(fields), action)
  return { text: textOf(request, name, done), done }
}

/**
 * @returns the name of the collection that the user has typed; empty if the form is for something else. Enter in that field
 *   presses the first button of the form, which adds tags.
 */
function typedCollection(name: UndoableName, fields: FormFields): string {
  const isEnter = name === 'tag' && formText(fields, 'tags').trim() === ''
  return name === 'collect' || isEnter ? formText(fields, 'name').trim() : ''
}

/** Adds the entries to the collection with a name, which is created if there is none. */
async function collectByName(deps: BulkRoutesDeps, request: WebRequest, name: string): Promise<WebResponse> {
  try {
    const { id, action } = await findOrCreateCollection(deps, request, name)
    const report = await perform(deps, request, 'collect', { kind: 'collect', collection: id })
    // Undoing the creation deletes the collection with its list of entries.
    const created = action !== undefined && report.done && { done: { ...report.done, id: action } }
    return await showMessage(deps, request, { ...report, ...created })
  } catch (error) {
    const text = collectionErrors(error, localizationFor(request))?.name ?? ''
    return showMessage(deps, request, { text })
  }
}

function textOf(request: WebRequest, name: UndoableName, { entries, isUnfinished }: Performed): string {
  const { t } = localizationFor(request)
  return isUnfinished ? t('bulk.unfinished', { count: entries }) : t(`bulk.done.${name}`, { count: entries })
}

/** @returns the action of a form; undefined if the form lacks the tag or the collection that the action needs */
function actionOf(name: UndoableName, fields: FormFields): EntryAction | undefined {
  if (name === 'collect') return collectionAction(name, formText(fields, 'collection'))
  if (name === 'uncollect') return collectionAction(name, shownCollection(fields))
  if (name !== 'tag' && name !== 'untag') return { kind: name }
  const labels = parseTagLabels(formText(fields, 'tags'))
  return labels.length === 0 ? undefined : { kind: name, labels }
}

function collectionAction(kind: 'collect' | 'uncollect', id: string): EntryAction | undefined {
  const collection = parseId<CollectionId>(id)
  return collection === undefined ? undefined : { kind, collection }
}

/** @returns the id of the collection whose page contained the form; empty if the page showed another list */
function shownCollection(fields: FormFields): string {
  return /^collection-(\d+)$/.exec(formText(fields, 'list'))?.[1] ?? ''
}

function idsOf(fields: FormFields): EntryId[] {
  return [...new Set(parseIds<EntryId>(fields.get('ids')))].slice(0, MAX_IDS)
}

interface WholeList {
  readonly filter: EntryFilter
  readonly isNarrowed: boolean
  readonly list: ListEntries
}

/** @returns the list on the page that contained the form, with the filters of that page */
async function wholeList(deps: BulkRoutesDeps, request: WebRequest): Promise<WholeList> {
  const fields = formOf(request)
  const collection = shownCollection(fields)
  if (collection !== '') return wholeCollection(deps, request, Number(collection))
  const list = LISTS.find((one) => one === formText(fields, 'list')) ?? 'unread'
  const path = safeReturnPath(formText(fields, 'back'))
  const parameters = Object.fromEntries(new URL(path, 'http://own.invalid').searchParams)
  // If the page showed a search, the whole list consists of all entries that match the query.
  const query = path.startsWith('/search?') ? { q: parameters['q'] ?? '' } : parseListQuery(parameters)
  const { user, revision } = sessionOf(request)
  const opened = await openList(deps, { id: user.id, revision }, list, query)
  return { filter: { ...opened.filter, page: 1, perPage: 1 }, isNarrowed: isFiltered(query), list: opened.list }
}

async function wholeCollection(deps: BulkRoutesDeps, request: WebRequest, id: number): Promise<WholeList> {
  const { user, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const collection = collectionById(await deps.listCollections(owner), id)
  const { filter, list } = await openCollection(deps, owner, collection)
  return { filter: { ...filter, page: 1, perPage: 1 }, isNarrowed: false, list }
}

/**
 * Fetches the pages of entries again. For a whole list, a background job fetches them. Users cannot undo this action.
 */
async function refetch(deps: BulkRoutesDeps, request: WebRequest): Promise<WebResponse> {
  const { user, revision } = sessionOf(request)
  const order = { action: { kind: 'refetch' }, requestId: request.id } as const
  const { t } = localizationFor(request)
  const fields = formOf(request)
  if (fields.get('scope') !== 'all') {
    const changed = await changeMany(deps, user.id, idsOf(fields), order)
    return showMessage(deps, request, { text: t('bulk.done.refetch', { count: changed.length }) })
  }
  const { filter, list, isNarrowed: isPart } = await wholeList(deps, request)
  const { total, isCapped } = await list({ id: user.id, revision }, filter)
  await enqueueChange(deps, user.id, { filter, ...order })
  const key = isPart ? 'bulk.enqueuedNarrow' : 'bulk.enqueued'
  return showMessage(deps, request, { text: t(isCapped ? 'bulk.enqueuedCapped' : key, { count: total }) })
}

/** Leads to the page on which the user chooses the address that the entries are sent to. */
async function chooseAddress(deps: BulkRoutesDeps, request: WebRequest): Promise<WebResponse> {
  const { t } = localizationFor(request)
  const fields = formOf(request)
  const ids = fields.get('scope') === 'all' ? await idsOfWhole(deps, request) : idsOf(fields)
  if (ids.length === 0) return showMessage(deps, request, { text: t('mail.send.none') })
  if (ids.length > MAX_ENTRIES) {
    return showMessage(deps, request, { text: t('mail.send.tooMany', { count: MAX_ENTRIES }) })
  }
  const back = safeReturnPath(formText(fields, 'back'))
  return redirectTo(`/send?${new URLSearchParams({ entries: ids.join(), back }).toString()}`, 303)
}

/** @returns the ids of the whole list, or more than a book can have */
async function idsOfWhole(deps: BulkRoutesDeps, request: WebRequest): Promise<readonly EntryId[]> {
  const { user, revision } = sessionOf(request)
  const { filter, list } = await wholeList(deps, request)
  const { entries } = await list({ id: user.id, revision }, { ...filter, perPage: MAX_ENTRIES + 1 })
  return entries.map(({ id }) => id)
}

interface Report {
  readonly text: string
  /** the action in the history, for its undo button; absent if it cannot be undone */
  readonly done?: Performed
}

/** Shows a message and reloads the list in place, because many cards may have changed. */
function showMessage(deps: BulkRoutesDeps, request: WebRequest, { text, done }: Report): WebResponse {
  const back = safeReturnPath(formText(formOf(request), 'back'))
  const { csrfToken } = sessionOf(request)
  const undo: Child = undoForm({ csrfToken, t: localizationFor(request).t, action: done?.id, back })
  if (wantsStream(request)) return streamResponse([refreshPart(), toastPart(text, undo)])
  request.cookies.write(NOTICE_COOKIE, text, 60)
  if (done?.id !== undefined) request.cookies.write(UNDO_COOKIE, String(done.id), 60)
  return redirectTo(back, 303)
}
