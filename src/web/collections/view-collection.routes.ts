import { parseCardLayout } from '../cards/card-layout.ts'
import { requireId, requirePageNumber } from '../../kernel/parse-id.ts'
import { moveInCollection } from '../../entries/undoable-actions/collection-actions.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import type { Collection } from '../../collections/collection.ts'
import type { Dialect } from '../../db/database.ts'
import { collectionFilter } from '../../entries/listing/collection-filter.ts'
import type { ListEntries, ListOwner } from '../../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import type { OpenList } from '../lists/open-list.ts'
import { PER_PAGE } from '../lists/cards-frame.ts'
import { loadCards, cardsAbove, type ShowListDeps } from '../lists/show-list.ts'
import { formText, frameFor, sessionOf } from '../web-context.ts'
import { arrangePage } from './arrange.page.ts'
import { collectionFrame, collectionPage, type CollectionView } from './collection.page.ts'
import { collectionIdOf, moveTarget, type CollectionsPageDeps, type WithId } from './manage-collections.routes.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface CollectionPageDeps extends CollectionsPageDeps, ShowListDeps {
  readonly search: CollectionsPageDeps['search']
  /** lists entries for a filter that contains a query */
  readonly listByQuery: ListEntries
  readonly dialect: Dialect
  readonly searchesPerUser: Pick<Throttle, 'take'>
  readonly findConfig: (id: UserId) => Promise<UserConfig>
  readonly revealFeedToken: (config: UserConfig) => string | undefined
}

type WithPage = { readonly id: string; readonly page?: string }

/** Adds the page of a collection, and the page that arranges its hand-picked entries. */
export function addCollectionRoutes(routes: WebRoutes, deps: CollectionPageDeps): void {
  routes.get('/collections/:id', (request) => show(deps, request))
  routes.get('/collections/:id/:page', (request) => show(deps, request))
  routes.get('/collections/:id/arrange', (request) => arrange(deps, request))
  routes.post('/collections/:id/entries/:entry/move', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const { id, entry } = request.params
    const [collection, target] = [collectionIdOf(id), moveTarget(fields)]
    await moveInCollection(deps, owner, { collection, entry: requireId<EntryId>(entry, 'entry') }, target)
    return redirectTo(safeReturnPath(formText(fields, 'back')), 303)
  })
}

/**
 * @returns the list of a collection's entries, ready to be read page by page
 * @throws AppError `too_many_requests` if the user has searched too often
 */
export async function openCollection(
  deps: Pick<
    CollectionPageDeps,
    'listCollections' | 'listEntries' | 'listByQuery' | 'searchesPerUser' | 'search' | 'dialect' | 'findNow'
  >,
  owner: ListOwner,
  collection: Collection,
): Promise<OpenList> {
  const collections = await deps.listCollections(owner)
  const now = await deps.findNow(owner)
  const { filter } = collectionFilter(collection, { collections, now, dialect: deps.dialect })
  if (!filter.query) return { filter, list: deps.listEntries, unindexed: 0 }
  await deps.searchesPerUser.take(String(owner.id))
  return { filter, list: deps.listByQuery, unindexed: await deps.search.follow(owner) }
}

async function show(deps: CollectionPageDeps, request: WebRequest<WithPage>): Promise<WebResponse> {
  const { user, csrfToken, revision, preferences } = sessionOf(request)
  const owner = { id: user.id, revision }
  const collection = collectionById(await deps.listCollections(owner), collectionIdOf(request.params.id))
  const page = requirePageNumber(request.params.page ?? '1')
  const { filter, list, unindexed } = await openCollection(deps, owner, collection)
  const isFrame = request.headers['turbo-frame'] === `page-${page}`
  const offset = (isFrame ? cardsAbove(request) : undefined) ?? (page - 1) * PER_PAGE
  const { total, isCapped = false, entries } = await list(owner, { ...filter, page, perPage: PER_PAGE, offset })
  const pages = Math.max(1, page + Math.ceil((total - offset) / PER_PAGE) - 1)
  if (page > pages && !isFrame) throw notFound('page')
  const ids = entries.map(({ id }) => id)
  const cards = await loadCards(deps, user.id, ids, { excerpt: excerptLength(preferences) })
  const view: CollectionView = {
    frame: frameFor(deps, request),
    csrfToken,
    collection,
    entries: cards,
    total,
    isCapped,
    page,
    pages,
    layout: collection.layout ?? parseCardLayout(preferences['layout']),
    tags: isFrame ? [] : await deps.listLabels(user.id),
    unindexed,
    feeds: isFrame ? undefined : await feedsOf(deps, user, collection),
    publicUrl: publicUrlOf(deps, collection),
    isSharing: deps.isSharing,
  }
  return pageResponse(isFrame ? collectionFrame(view) : collectionPage(view))
}

function publicUrlOf({ isSharing, baseUrl }: CollectionPageDeps, { publicId }: Collection): string | undefined {
  return isSharing && publicId !== null ? `${baseUrl}/c/${publicId}` : undefined
}

async function feedsOf(
  { findConfig, revealFeedToken }: CollectionPageDeps,
  { id, username }: { readonly id: UserId; readonly username: string },
  collection: Collection,
): Promise<CollectionView['feeds']> {
  const token = revealFeedToken(await findConfig(id))
  if (token === undefined) return undefined
  const path = `/feed/${encodeURIComponent(username)}/${token}/collections/${collection.id}`
  return { atom: path, json: `${path}?format=json` }
}

/** Number of entries on a page for arranging. It is larger than in other lists, because the rows are short. */
const ARRANGED_PER_PAGE = 100

async function arrange(deps: CollectionPageDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { user, csrfToken, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const collection = collectionById(await deps.listCollections(owner), collectionIdOf(request.params.id))
  const asked = request.query['page']
  const page = requirePageNumber(String(asked ?? '1'))
  const order = { collection: collection.id, arrangedIn: collection.id, sort: 'position', order: 'asc' } as const
  const { total, entries } = await deps.listEntries(owner, { ...order, page, perPage: ARRANGED_PER_PAGE })
  const pages = Math.max(1, Math.ceil(total / ARRANGED_PER_PAGE))
  if (page > pages) throw notFound('page')
  const cards = await loadCards(
    deps,
    user.id,
    entries.map(({ id }) => id),
  )
  const frame = frameFor(deps, request)
  return pageResponse(arrangePage({ frame, csrfToken, collection, entries: cards, page, pages }))
}
