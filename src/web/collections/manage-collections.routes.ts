import { parseId, requireId } from '../../kernel/parse-id.ts'
import { effectiveSort, MAX_QUERY, NEW_COLLECTION } from '../../collections/collection.ts'
import type { MoveTarget } from '../../collections/move-target.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { CollectionCounter } from '../../entries/listing/count-collections.ts'
import {
  changeCollection,
  createCollection,
  moveCollection,
} from '../../entries/undoable-actions/collection-actions.ts'
import type { CollectionActionDeps } from '../../entries/undoable-actions/collection-context.ts'
import { deleteCollection } from '../../entries/undoable-actions/delete-collection.ts'
import type { CollectionId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { FindNow } from '../../users/time-zone.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { pinnedCollections, railCollectionLinks } from '../layout/rail-collections.ts'
import { html } from '../../kernel/html.ts'
import {
  formText,
  NOTICE_COOKIE,
  frameFor,
  sessionOf,
  UNDO_COOKIE,
  localizationFor,
  type WebContext,
} from '../web-context.ts'
import { collectionErrors, collectionFields } from './read-collection-form.ts'
import { collectionFormPage, type CollectionFormView } from './collection-form.page.ts'
import { collectionHref } from './collection-href.ts'
import { collectionsPage } from './collections.page.ts'
import { queryPreview } from './query-preview.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface CollectionsPageDeps extends WebContext, CollectionActionDeps {
  readonly listCollections: ListCollections
  readonly collectionCounter: CollectionCounter
  readonly findNow: FindNow
  readonly search: Pick<Search, 'follow' | 'searchEntries'>
  readonly previewsPerUser: Pick<Throttle, 'take'>
  readonly loadEntries: LoadEntries
  /** true if the operator allows public pages */
  readonly isSharing: boolean
}

export type WithId = { readonly id: string }

/** Adds the list of collections, and the routes that create, change, reorder and delete them. */
export function addCollectionsRoutes(routes: WebRoutes, deps: CollectionsPageDeps): void {
  routes.get('/collections', (request) => showAll(deps, request))
  routes.get('/collections/rail', (request) => showRail(deps, request))
  routes.get('/collections/preview', (request) => showPreview(deps, request))
  routes.get('/collections/new', (request) => {
    const query = queryText(request.query['q'])
    const sort = query === '' ? 'manual' : 'newest'
    return showForm(deps, request, {
      values: { ...NEW_COLLECTION, name: '', query, sort, isPublic: false },
      errors: {},
    })
  })
  routes.post('/collections/new', (request) => create(deps, request))
  routes.get('/collections/:id/edit', async (request) => {
    const { publicId, ...facts } = await viewersCollection(deps, request)
    return showForm(deps, request, {
      id: facts.id,
      values: { ...facts, sort: effectiveSort(facts), isPublic: publicId !== null },
      errors: {},
    })
  })
  routes.post('/collections/:id/edit', (request) => change(deps, request))
  routes.post('/collections/:id/move', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    await moveCollection(deps, owner, collectionIdOf(request.params.id), moveTarget(fields))
    return redirectTo(safeReturnPath(formText(fields, 'back')), 303)
  })
  routes.post('/collections/:id/delete', (request) => remove(deps, request))
}

/**
 * @param text the id in a path
 * @throws AppError `not_found` if it is not a valid id
 */
export const collectionIdOf = (text: string): CollectionId => requireId(text, 'collection')

/**
 * @returns the viewer's collection whose id is in the path
 * @throws AppError `not_found` if there is none
 */
async function viewersCollection({ listCollections }: CollectionsPageDeps, request: WebRequest<WithId>) {
  const { user, revision } = sessionOf(request)
  return collectionById(await listCollections({ id: user.id, revision }), collectionIdOf(request.params.id))
}

/**
 * @returns the position to which a form moves a row of a list
 * @throws AppError `invalid_input` if the form contains no position
 */
export function moveTarget(fields: FormFields): MoveTarget {
  const to = formText(fields, 'to')
  if (to === 'first' || to === 'last' || to === 'up' || to === 'down') return to
  const [before, after] = [parseId(formText(fields, 'before')), parseId(formText(fields, 'after'))]
  if (before !== undefined) return { before }
  if (after !== undefined) return { after }
  throw new AppError('invalid_input', 'before, after or to is required')
}

async function collectionsWithCounter(
  { listCollections, collectionCounter, search, findNow }: CollectionsPageDeps,
  request: WebRequest,
) {
  const { user, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const all = await listCollections(owner)
  if (all.some(({ query }) => query !== '')) await search.follow(owner)
  return {
    all,
    count: async (wanted: typeof all) => {
      const counts = await collectionCounter.count(owner, wanted, all, await findNow(owner))
      return wanted.map((one) => {
        const count = counts.get(one.id)
        return { ...one, ...(count !== undefined && { count }) }
      })
    },
  }
}

async function showAll(deps: CollectionsPageDeps, request: WebRequest) {
  const { all, count } = await collectionsWithCounter(deps, request)
  const { csrfToken } = sessionOf(request)
  const collections = await count(all)
  return pageResponse(collectionsPage({ frame: frameFor(deps, request), csrfToken, collections }))
}

/**
 * Sends the Turbo frame of the navigation rail with the pinned collections and their counts
 * (src/web/layout/rail-collections.ts).
 */
async function showRail(deps: CollectionsPageDeps, request: WebRequest) {
  const { all, count } = await collectionsWithCounter(deps, request)
  const { current } = request.query
  const links = railCollectionLinks(await count(pinnedCollections(all)), Number(current), localizationFor(request).t)
  return pageResponse(html`<turbo-frame id="rail-collections" target="_top">${links}</turbo-frame>`)
}

const queryText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_QUERY) : '')

/** Number of titles that the preview of a query names. */
const PREVIEWED = 3

/** Sends what the query of the form finds now, while the user writes it. */
async function showPreview(deps: CollectionsPageDeps, request: WebRequest): Promise<WebResponse> {
  const { user, revision } = sessionOf(request)
  await deps.previewsPerUser.take(String(user.id))
  const owner = { id: user.id, revision }
  const text = queryText(request.query['query'])
  const page = { page: 1, perPage: PREVIEWED, sort: 'created' } as const
  const { total, isCapped = false, entries } = await deps.search.searchEntries(owner, text, page)
  const ids = entries.map(({ id }) => id)
  const loaded = await deps.loadEntries(owner.id, ids, { hasContent: false })
  const titles = ids.flatMap((id) => loaded.get(id) ?? []).map(({ entry }) => shownTitle(entry))
  const now = await deps.findNow(owner)
  return pageResponse(queryPreview(text, { total, isCapped, titles, now }, localizationFor(request)))
}

async function showForm(
  deps: CollectionsPageDeps,
  request: WebRequest,
  form: Pick<CollectionFormView, 'id' | 'values' | 'errors'>,
): Promise<WebResponse> {
  const { csrfToken } = sessionOf(request)
  const isRefused = Object.keys(form.errors).length > 0
  const view = { ...form, frame: frameFor(deps, request), csrfToken, isSharing: deps.isSharing }
  return pageResponse(collectionFormPage(view), isRefused ? 422 : 200)
}

async function create(deps: CollectionsPageDeps, request: WebRequest) {
  const { owner, fields } = checkedForm(deps, request)
  const words = localizationFor(request)
  const values = collectionFields(fields)
  try {
    const isPublic = deps.isSharing && values.isPublic
    const { id, action } = await createCollection(deps, owner, { ...values, isPublic })
    offerUndo(request, { text: words.t('collections.created', { name: values.name }), action })
    return redirectTo(collectionHref(id), 303)
  } catch (error) {
    return showForm(deps, request, { values, errors: collectionErrors(error, words) })
  }
}

async function change(deps: CollectionsPageDeps, request: WebRequest<WithId>) {
  const { owner, fields } = checkedForm(deps, request)
  const words = localizationFor(request)
  const id = collectionIdOf(request.params.id)
  const { isPublic, isIndexable, description, curator, ...values } = collectionFields(fields)
  // If the operator does not allow public pages, the form lacks these fields, and their values must stay the same.
  const ofPublicPage = { isPublic, isIndexable, description, curator }
  const shown = deps.isSharing ? ofPublicPage : {}
  try {
    const { action } = await changeCollection(deps, owner, id, { ...values, ...shown })
    offerUndo(request, { text: words.t('collections.saved'), action })
    return redirectTo(collectionHref(id), 303)
  } catch (error) {
    const given = { ...values, ...ofPublicPage }
    return showForm(deps, request, { id, values: given, errors: collectionErrors(error, words) })
  }
}

async function remove(deps: CollectionsPageDeps, request: WebRequest<WithId>) {
  const { owner } = checkedForm(deps, request)
  const { id, name } = await viewersCollection(deps, request)
  const action = await deleteCollection(deps, owner, id)
  offerUndo(request, { text: localizationFor(request).t('collections.deleted', { name }), action })
  return redirectTo('/collections', 303)
}

/** Makes the next page show a message. If the action can be undone, the message has an undo button. */
function offerUndo(
  { cookies }: Pick<WebRequest, 'cookies'>,
  { text, action }: { readonly text: string; readonly action: number | undefined },
): void {
  cookies.write(NOTICE_COOKIE, text, 60)
  if (action !== undefined) cookies.write(UNDO_COOKIE, String(action), 60)
}
