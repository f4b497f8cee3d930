import { createHash } from 'node:crypto'
import { listCounter } from '../entries/listing/count-lists.ts'
import { beginningLoader } from '../entries/listing/load-article-beginnings.ts'
import { excerptLoader } from '../entries/listing/load-excerpts.ts'
import { matchesEtag } from '../http/matches-etag.ts'
import { versionTimes, type FindVersionTime } from '../http/version-times.ts'
import type { ImageAddresses } from '../images/image-address.ts'
import { cardCopyLoader } from '../images/load-image-copies.ts'
import { unixSeconds } from '../kernel/clock.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../kernel/languages.ts'
import { requireId, requirePageNumber } from '../kernel/parse-id.ts'
import type { DeferredInterface, InterfaceRoute, KeyRequest } from '../keys/deferred-interface.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import { countAnonymousRequest } from '../throttling/anonymous-requests.ts'
import {
  ACQUISITION_TYPE,
  atomCatalog,
  DESCRIPTION_TYPE,
  isNavigation,
  NAVIGATION_TYPE,
  searchDescription,
} from './atom-catalog.ts'
import {
  AUTHENTICATION_PATH,
  AUTHENTICATION_TYPE,
  authenticate,
  authenticationDocument,
  sendOpdsError,
} from './authenticate.ts'
import { catalogAddresses, type CatalogAddresses } from './catalog-feed.ts'
import { CATALOG_LABELS } from './catalog-labels.ts'
import {
  draftBooks,
  draftCollections,
  draftRoot,
  draftShelf,
  draftTags,
  tagUri,
  type DraftFeedsDeps,
  type FeedRequest,
} from './draft-feeds.ts'
import type { FeedDraft } from './feed-draft.ts'
import { jsonCatalog, OPDS_2_TYPE } from './json-catalog.ts'
import { preferredVersion, type OpdsVersion } from './preferred-version.ts'
import { sendCollectionBook, sendEntryBook, type SendBooksDeps } from './send-books.ts'
import { collectionShelf, namedShelf, searchShelf, SHELF_NAMES, tagShelf } from './shelf.ts'

/** What the catalog makes of the other dependencies itself. */
type OwnParts = 'findCopies' | 'loadExcerpts' | 'countLists'

export type OpdsDeps = KeyUserDeps &
  Omit<DraftFeedsDeps, OwnParts> &
  SendBooksDeps & { readonly imageAddresses: Pick<ImageAddresses, 'pathOf'> }

type Deps = OpdsDeps & DraftFeedsDeps & { readonly findTime: FindVersionTime }

type DraftFeed = (deps: Deps, request: FeedRequest, call: KeyRequest) => Promise<FeedDraft>

/** The feeds of each version, by their paths. */
const FEEDS: Readonly<Record<string, DraftFeed>> = {
  '': draftRoot,
  ...Object.fromEntries(
    SHELF_NAMES.map((name): [string, DraftFeed] => [
      `/${name}`,
      (deps, request) => draftShelf(deps, request, namedShelf(name, request.labels)),
    ]),
  ),
  '/tags': draftTags,
  '/tags/:slug': async (deps, request, { user, parts }) =>
    draftShelf(deps, request, await tagShelf(deps, user, parts['slug'] ?? '')),
  '/collections': draftCollections,
  '/collections/:id': async (deps, request, { user, parts }) =>
    draftShelf(deps, request, await collectionShelf(deps, user, requireId(parts['id'] ?? '', 'collection'))),
  '/books': draftBooks,
  '/search': async (deps, request, { user, query }) =>
    draftShelf(deps, request, await searchShelf(deps, user, query.get('query') ?? '', request.labels)),
}

/** @returns the library as a catalog in OPDS 1.2 and 2.0 */
export function opdsInterface(given: OpdsDeps): DeferredInterface {
  const deps = {
    ...given,
    findTime: versionTimes(given.clock),
    countLists: listCounter(given.database),
    findCopies: cardCopyLoader(given.database, given.imageAddresses),
    loadExcerpts: excerptLoader(beginningLoader(given.database)),
  }
  const { baseUrl } = given
  return {
    authenticate: (request) => authenticate(deps, request),
    sendError: (error, reply) => sendOpdsError(baseUrl, error, reply),
    routes: [
      {
        methods: ['GET'],
        path: AUTHENTICATION_PATH,
        scope: null,
        answer: async ({ request, reply }) => {
          await countAnonymousRequest(deps, request)
          return reply.type(AUTHENTICATION_TYPE).send(JSON.stringify(authenticationDocument(baseUrl)))
        },
      },
      ...keyRoutes(deps),
    ],
  }
}

/** @returns the routes that need a key. Each exists with the key in its path too, and with a slash at its end. */
function keyRoutes(deps: Deps): InterfaceRoute[] {
  const feeds = Object.entries(FEEDS).flatMap(([path, draft]) =>
    (['v1.2', 'v2'] as const).map(
      (version) => [`/${version}${path}`, (call: KeyRequest) => sendFeed(deps, call, draft, version)] as const,
    ),
  )
  const root = (call: KeyRequest) => {
    void call.reply.header('vary', 'Accept')
    return sendFeed(deps, call, draftRoot, preferredVersion(call.request.headers.accept))
  }
  const all = [
    ['', root] as const,
    ['/v1.2/search.xml', (call: KeyRequest) => sendSearchDescription(deps, call)] as const,
    ...feeds,
    ['/entries/:file', (call: KeyRequest) => sendEntryBook(deps, call)] as const,
    ['/collections/:file', (call: KeyRequest) => sendCollectionBook(deps, call)] as const,
    ['/collections/:id/entries/:file', (call: KeyRequest) => sendEntryBook(deps, call)] as const,
  ]
  return ['', '/t/:key'].flatMap((prefix) =>
    all.flatMap(([path, answer]) =>
      ['', '/'].map((end): InterfaceRoute => ({ methods: ['GET'], path: prefix + path + end, scope: 'opds', answer })),
    ),
  )
}

async function sendFeed(deps: Deps, call: KeyRequest, draft: DraftFeed, version: OpdsVersion) {
  const { user, query: parameters, request, reply } = call
  const { preferences, language, readingSpeed } = await deps.findConfig(user.id)
  const labels = CATALOG_LABELS[languageOfTag(preferences['language'] ?? language) ?? DEFAULT_LANGUAGE]
  const isHead = request.method === 'HEAD'
  const number = requirePageNumber(parameters.get('page') ?? '1')
  const path = feedPath(call)
  const feed = await draft(deps, { user, labels, readingSpeed, path, number, parameters, isHead }, call)
  const { state } = feed
  const known = [version, path, parameters.toString(), user.id, user.revision, state]
  const updated = setVersion(deps, call, state === undefined ? undefined : JSON.stringify(known))
  if (!updated) return reply.code(304).send()
  const atomType = isNavigation(path) ? NAVIGATION_TYPE : ACQUISITION_TYPE
  void reply.type(`${version === 'v2' ? OPDS_2_TYPE : atomType}; charset=utf-8`)
  if (isHead) return reply.send()
  const search = feed.query.size > 0 ? `?${feed.query.toString()}` : ''
  const id = tagUri(deps.baseUrl, `${user.id}:${path}${search}`)
  const whole = { ...feed, updated, id, ...(await feed.items()) }
  const addresses = addressesOf(call, version)
  return reply.send(version === 'v2' ? jsonCatalog(whole, addresses, labels.start) : atomCatalog(whole, addresses))
}

async function sendSearchDescription(deps: Deps, call: KeyRequest) {
  const body = searchDescription(addressesOf(call, 'v1.2'))
  if (!setVersion(deps, call, body)) return call.reply.code(304).send()
  void call.reply.type(`${DESCRIPTION_TYPE}; charset=utf-8`)
  return call.request.method === 'HEAD' ? call.reply.send() : call.reply.send(body)
}

/**
 * Sets the headers of a version. `Last-Modified` is absent in the second in which the version was first sent, because another
 * one may follow in the same second, which KOReader would then never fetch.
 * @param version text that identifies the version; undefined if the feed may change at any time
 * @returns the time of the version; undefined if the client already has it
 */
function setVersion({ findTime, clock }: Deps, { request, reply }: KeyRequest, version: string | undefined) {
  void reply.headers({ 'cache-control': 'no-cache, private', 'referrer-policy': 'no-referrer' })
  const now = clock.now()
  if (version === undefined) return now
  const tag = `"${createHash('sha256').update(version).digest('base64url')}"`
  const time = findTime(tag)
  void reply.header('etag', tag)
  if (unixSeconds(time) < unixSeconds(now)) void reply.header('last-modified', time.toUTCString())
  return matchesEtag(request.headers['if-none-match'], tag) ? undefined : time
}

function addressesOf({ parts }: KeyRequest, version: OpdsVersion): CatalogAddresses {
  const key = parts['key']
  return catalogAddresses(key === undefined ? '/opds' : `/opds/t/${encodeURIComponent(key)}`, version)
}

/** @returns the path of a request's feed below that of its version, without a slash at the end */
function feedPath({ request }: KeyRequest): string {
  const [path = ''] = request.url.split('?', 1)
  return path.replace(/^\/opds(?:\/t\/[^/]+)?(?:\/v(?:1\.2|2)(?=\/|$))?/, '').replace(/\/$/, '')
}
