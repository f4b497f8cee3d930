import { parsePageNumber } from '../../kernel/parse-id.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import { publicCollectionFinder } from '../../collections/list-collections.ts'
import type { Collection } from '../../collections/collection.ts'
import { collectionFilter } from '../../entries/listing/collection-filter.ts'
import { currentRevision } from '../../entries/listing/count-lists.ts'
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
/** Seconds for which browsers and proxies may cache a public page. */
const CACHE_SECONDS = 600

/** Adds the public pages of collections. They need no session and set no cookie. */
export function addPublicCollectionRoutes(routes: ServerRoutes, deps: PublicCollectionDeps): void {
  const find = publicCollectionFinder(deps.database)
  routes.get('/c/:publicId', async (request) => {
    const { publicId } = request.params
    await deps.secrets.admit(request, publicId)
    const place = deps.isSharing ? await find(publicId) : undefined
    if (!place) {
      await deps.secrets.missed(request)
      return UNKNOWN_ADDRESS
    }
    deps.secrets.opened(request, publicId)
    const revision = await currentRevision(deps.database, place.owner)
    return sendPublic(deps, request, { ...place, revision })
  })
}

async function sendPublic(
  deps: PublicCollectionDeps,
  request: ServerRequest,
  { owner: ownerId, id, revision }: { readonly owner: UserId; readonly id: number; readonly revision: number },
): Promise<ServerResponse> {
  const owner = { id: ownerId, revision }
  const collection = collectionById(await deps.listCollections(owner), id)
  const asked = request.query['page'] ?? '1'
  const page = parsePageNumber(asked) ?? 0
  if (page < 1 || collection.publicId === null) throw notFound('page')
  const visit = { collection, page, network: networkIn(request) }
  const { total, isCapped = false, entries } = await listPublic(deps, owner, visit)
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  if (page > pages) throw notFound('page')
  const shown = await publicEntries(
    deps,
    ownerId,
    entries.map((entry) => entry.id),
  )
  const words = localizationIn(languageOf(request.headers['accept-language']))
  const { name, publicId, isIndexable, description, curator } = collection
  const frame = { assetHref: (asset: string) => assetHref(deps.assets, asset), words }
  const texts = { name, description, curator }
  const view = { frame, publicId, ...texts, isIndexable, entries: shown, total, isCapped, page, pages }
  return dataResponse(publicCollectionPage(view).toString(), {
    'content-security-policy': articlePolicy(),
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    ...(!isIndexable && { 'x-robots-tag': 'noindex, nofollow' }),
    vary: 'Accept-Language',
  })
}

interface RequestedPage {
  readonly collection: Collection
  readonly page: number
  /** network of the visitor */
  readonly network: string
}

async function listPublic(
  deps: PublicCollectionDeps,
  owner: ListOwner,
  { collection, page, network }: RequestedPage,
): Promise<EntryPage> {
  const collections = await deps.listCollections(owner)
  const now = await deps.findNow(owner)
  const { filter, isTimeless } = collectionFilter(collection, { collections, now, dialect: deps.dialect })
  const asked = { ...filter, page, perPage: PER_PAGE }
  if (!filter.query) return deps.listEntries(owner, asked)
  const key = JSON.stringify(['collection', collection.id, page, PER_PAGE])
  return deps.listForVisitor({ owner, network, key, isTimeless, read: () => deps.listByQuery(owner, asked) })
}

async function publicEntries(
  { loadEntries, loadExcerpts }: PublicCollectionDeps,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<PublicEntry[]> {
  const loaded = await loadEntries(owner, ids, { hasContent: false })
  const found = ids.flatMap((id) => loaded.get(id) ?? [])
  const excerpts = await loadExcerpts(
    owner,
    found.map(({ entry }) => entry),
    'short',
  )
  return found.map((one) => publicEntry(one, excerpts.get(one.entry.id) ?? ''))
}

function publicEntry(one: LoadedEntry, excerpt: string): PublicEntry {
  const { title, url, siteName, readingMinutes } = cardView(one)
  const authors = JSON.parse(one.entry.publishedBy ?? '[]') as string[]
  return { title, url, siteName, authors, minutes: readingMinutes, excerpt }
}
