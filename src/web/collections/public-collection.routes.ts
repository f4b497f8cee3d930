import { parsePageNumber } from '../../kernel/parse-id.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import { publicCollectionFinder } from '../../collections/list-collections.ts'
import type { Collection } from '../../collections/collection.ts'
import { collectionFilter } from '../../entries/listing/collection-filter.ts'
import { currentRevision } from '../../entries/listing/count-lists.ts'
import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { EntryPage, ListOwner } from '../../entries/listing/list-entries.ts'
import type { LoadEntries, LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListForVisitor } from '../../search/visitor-lists.ts'
import { networkIn } from '../../throttling/network-of-address.ts'
import type { UrlSecrets } from '../../throttling/url-secret-throttle.ts'
import { assetHref } from '../assets/assets.ts'
import { cardView } from '../cards/build-card-view.ts'
import { articlePolicy } from '../content-security-policy.ts'
import { languageOf, localizationIn } from '../layout/messages-by-language.ts'
import type { LoadExcerpts } from '../../entries/listing/load-excerpts.ts'
import type { CollectionPageDeps } from './view-collection.routes.ts'
import { publicCollectionFeed, type PublicFeedEntry } from './public-collection-feed.ts'
import { publicCollectionPage, type PublicEntry } from './public-collection.page.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { type ServerResponse, dataResponse, UNKNOWN_ADDRESS } from '../server-response.ts'

export interface PublicCollectionDeps extends CollectionPageDeps {
  readonly loadEntries: LoadEntries
  readonly loadExcerpts: LoadExcerpts
  readonly listForVisitor: ListForVisitor
  readonly secrets: UrlSecrets
}

const PER_PAGE = 100
/** Number of entries in the feed of a public collection. */
const PER_FEED = 50
/** Seconds for which browsers and proxies may cache a public page, and feed readers its feed. */
const CACHE_SECONDS = 600

/** Adds the public pages of collections, and their feeds. They need no session and set no cookie. */
export function addPublicCollectionRoutes(routes: ServerRoutes, deps: PublicCollectionDeps): void {
  const find = publicCollectionFinder(deps.database)
  const add = (path: '' | '/feed', send: Send) =>
    routes.get(`/c/:publicId${path}`, async (request) => {
      const { publicId } = request.params
      await deps.secrets.admit(request, publicId)
      const place = deps.isSharing ? await find(publicId) : undefined
      if (!place) {
        await deps.secrets.missed(request)
        return UNKNOWN_ADDRESS
      }
      deps.secrets.opened(request, publicId)
      const owner = { id: place.owner, revision: await currentRevision(deps.database, place.owner) }
      return send(deps, request, { owner, collection: collectionById(await deps.listCollections(owner), place.id) })
    })
  add('', sendPublic)
  add('/feed', sendFeed)
}

/** A public collection, and its owner. */
interface PublicPlace {
  readonly owner: ListOwner & { readonly id: UserId }
  readonly collection: Collection
}

type Send = (deps: PublicCollectionDeps, request: ServerRequest, place: PublicPlace) => Promise<ServerResponse>

async function sendPublic(
  deps: PublicCollectionDeps,
  request: ServerRequest,
  { owner, collection }: PublicPlace,
): Promise<ServerResponse> {
  const asked = request.query['page'] ?? '1'
  const page = parsePageNumber(asked) ?? 0
  if (page < 1 || collection.publicId === null) throw notFound('page')
  const visit = { collection, network: networkIn(request), slice: { page, perPage: PER_PAGE } }
  const { total, isCapped = false, entries } = await listPublic(deps, owner, visit)
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  if (page > pages) throw notFound('page')
  const hasCovers = collection.layout === 'covers'
  const ids = entries.map((entry) => entry.id)
  const shown = await publicEntries(deps, owner.id, ids, { hasCovers })
  const words = localizationIn(languageOf(request.headers['accept-language']))
  const { name, publicId, isIndexable, description, curator } = collection
  const frame = { assetHref: (asset: string) => assetHref(deps.assets, asset), words }
  const texts = { name, description, curator }
  const view = { frame, publicId, ...texts, isIndexable, hasCovers, entries: shown, total, isCapped, page, pages }
  return dataResponse(publicCollectionPage(view).toString(), {
    'content-security-policy': articlePolicy(),
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    ...(!isIndexable && { 'x-robots-tag': 'noindex, nofollow' }),
    vary: 'Accept-Language',
  })
}

/** Sends the entries that were saved last, unless the query of the collection sets an order together with a limit. */
async function sendFeed(
  deps: PublicCollectionDeps,
  request: ServerRequest,
  { owner, collection }: PublicPlace,
): Promise<ServerResponse> {
  const { name, description, curator, publicId, isIndexable, updatedAt } = collection
  const slice = { page: 1, perPage: PER_FEED, sort: 'saved', order: 'desc' } as const
  const { entries } = await listPublic(deps, owner, { collection, network: networkIn(request), slice })
  const ids = entries.map((entry) => entry.id)
  const shown = await publicEntries(deps, owner.id, ids)
  const page = `${deps.baseUrl}/c/${publicId}`
  const view = {
    page,
    self: `${page}/feed`,
    name,
    description,
    curator,
    changedAt: new Date(updatedAt),
    entries: shown,
  }
  return dataResponse(publicCollectionFeed(view), {
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    'content-type': 'application/atom+xml; charset=utf-8',
    'referrer-policy': 'no-referrer',
    ...(!isIndexable && { 'x-robots-tag': 'noindex, nofollow' }),
  })
}

interface RequestedPage {
  readonly collection: Collection
  /** network of the visitor */
  readonly network: string
  /** the requested part of the collection, and its order if it is not that of the collection */
  readonly slice: Pick<EntryFilter, 'page' | 'perPage'> & Partial<Pick<EntryFilter, 'sort' | 'order'>>
}

async function listPublic(
  deps: PublicCollectionDeps,
  owner: ListOwner,
  { collection, network, slice }: RequestedPage,
): Promise<EntryPage> {
  const collections = await deps.listCollections(owner)
  const now = await deps.findNow(owner)
  const { filter, isTimeless } = collectionFilter(collection, { collections, now, dialect: deps.dialect })
  const { page, perPage } = slice
  const asked = filter.most === undefined ? { ...filter, ...slice } : { ...filter, page, perPage }
  if (!filter.query) return deps.listEntries(owner, asked)
  const key = JSON.stringify(['collection', collection.id, slice])
  return deps.listForVisitor({ owner, network, key, isTimeless, read: () => deps.listByQuery(owner, asked) })
}

/** @returns what visitors see of the entries, in the order of the ids. Pictures are only copies on this server. */
async function publicEntries(
  { loadEntries, loadExcerpts, findCopies }: PublicCollectionDeps,
  owner: UserId,
  ids: readonly EntryId[],
  { hasCovers = false } = {},
): Promise<(PublicEntry & PublicFeedEntry)[]> {
  const loaded = await loadEntries(owner, ids, { hasContent: false })
  const found = ids.flatMap((id) => loaded.get(id) ?? [])
  const entries = found.map(({ entry }) => entry)
  const excerpts = await loadExcerpts(owner, entries, 'short')
  const copies = hasCovers ? await findCopies(owner, entries) : undefined
  return found.map((one) => {
    const picture = copies?.get(one.entry.id)?.lead
    const excerpt = excerpts.get(one.entry.id) ?? ''
    return { ...publicEntry(one), excerpt, ...(picture !== undefined && { picture }) }
  })
}

function publicEntry(one: LoadedEntry): Omit<PublicEntry & PublicFeedEntry, 'excerpt'> {
  const { title, url, siteName, readingMinutes, savedAt } = cardView(one)
  const authors = JSON.parse(one.entry.publishedBy ?? '[]') as string[]
  return { title, url, siteName, authors, minutes: readingMinutes, savedAt }
}
