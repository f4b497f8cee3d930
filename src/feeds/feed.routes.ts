import { requirePageNumber } from '../kernel/parse-id.ts'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import { matchesEtag } from '../http/matches-etag.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound, ERROR_CODES } from '../kernel/errors.ts'
import { feedOwnerFinder, type FeedOwner, type FindFeedOwner } from '../users/feed-token.ts'
import { networkIn } from '../throttling/network-of-address.ts'
import type { Feed, FeedListName, FeedSubject, FeedLinks } from './feed.ts'
import { listFeedPage, type ListFeedPageDeps } from './list-feed-page.ts'
import { collectionById } from '../collections/collection-by-id.ts'
import { atomFeed } from './atom-feed.ts'
import { jsonFeed } from './json-feed.ts'
import { versionTimes, type FindVersionTime } from '../http/version-times.ts'
import { rssFeed } from './rss-feed.ts'
import { addReviewFeed, type ReviewFeedDeps } from './review-feed.routes.ts'
import { xmlText } from '../exports/formats/xml-text.ts'
import { statusText } from '../kernel/status-text.ts'

interface FeedRoutesDeps extends ListFeedPageDeps, ReviewFeedDeps {
  readonly loadEntries: LoadEntries
  readonly clock: Clock
  /** path of Dogear's icon */
  readonly feedIcon: string
}

interface Named {
  readonly Params: {
    readonly username: string
    readonly token: string
    readonly slug?: string
    readonly id?: string
    readonly page?: string
  }
  readonly Querystring: Readonly<Record<string, unknown>>
}

type Parse = (request: FastifyRequest<Named>, owner: FeedOwner) => FeedSubject | Promise<FeedSubject>

const LISTS: readonly FeedListName[] = ['unread', 'archive', 'starred', 'all']

const FORMATS = { atom: 'application/atom+xml', rss: 'application/rss+xml', json: 'application/feed+json' } as const
const WRITERS = { atom: atomFeed, rss: rssFeed, json: jsonFeed } as const

type Format = keyof typeof FORMATS

/** The HTTP methods of all feed addresses. A HEAD request is answered without building the document. */
const METHODS = ['GET', 'HEAD'] satisfies HTTPMethods[]

/**
 * Adds the routes of feeds (wallabag contract, section 9). Feed readers have no session, so the address contains a
 * username and a secret token.
 */
export function addFeedRoutes(app: FastifyInstance, deps: FeedRoutesDeps): void {
  const find = feedOwnerFinder(deps.database)
  const known = { ...deps, findTime: versionTimes(deps.clock) }
  app.setErrorHandler<Error>((error, request, reply) => sendFeedError(error, request, reply))
  const add = (path: string, parse: Parse) => {
    const handler = (request: FastifyRequest<Named>, reply: FastifyReply) =>
      sendFeed(known, find, request, { reply, parse })
    app.route<Named>({ method: METHODS, url: `/feed/:username/:token/${path}`, handler })
    app.route<Named>({ method: METHODS, url: `/feed/:username/:token/${path}/:page`, handler })
  }
  for (const kind of LISTS) add(kind, () => ({ kind }))
  addReviewFeed(app, deps, find)
  add('tags/:slug', ({ params, query }) => ({ kind: 'tag', slug: params.slug ?? '', sort: sortOf(query['sort']) }))
  add('search', ({ query: { term } }, { createdAt }) => ({
    kind: 'search',
    term: typeof term === 'string' ? term : '',
    since: createdAt,
  }))
  add('collections/:id', async ({ params }, owner) => {
    const { id, name, updatedAt } = collectionById(await deps.listCollections(owner), Number(params.id))
    return { kind: 'collection', id, name, since: updatedAt }
  })
  app.route({ method: METHODS, url: '/feed/*', handler: refuse })
  addOldAddresses(app)
}

async function refuse(): Promise<never> {
  throw notFound('feed')
}

/** Redirects the feed addresses that the first versions of wallabag used. */
function addOldAddresses(app: FastifyInstance): void {
  const move = (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2)
    const target = `/feed/${path.replace(/^\/+/, '').replace(/\.xml$/, '')}`
    return reply.redirect(query === undefined ? target : `${target}?${query}`, 301)
  }
  for (const kind of LISTS) app.get<Named>(`/:username/:token/${kind}.xml`, async (...call) => move(...call))
  app.get<Named>('/:username/:token/tags/:slug.xml', async (...call) => move(...call))
}

function sortOf(sort: unknown): 'created' | 'updated' {
  if (sort === undefined || sort === 'created') return 'created'
  if (sort === 'updated') return sort
  throw new AppError('invalid_input', 'sort must be created or updated')
}

function formatOf(format: unknown): Format {
  if (format === undefined || format === 'atom') return 'atom'
  if (format === 'rss' || format === 'json') return format
  throw new AppError('invalid_input', 'format must be atom, rss or json')
}

interface FeedAnswer {
  readonly reply: FastifyReply
  readonly parse: Parse
}

async function sendFeed(
  deps: FeedRoutesDeps & { readonly findTime: FindVersionTime },
  find: FindFeedOwner,
  request: FastifyRequest<Named>,
  { reply, parse }: FeedAnswer,
): Promise<FastifyReply> {
  const { username, token, page: pageText = '1' } = request.params
  const owner = await find(username, token)
  if (!owner) throw notFound('feed')
  const subject = await parse(request, owner)
  const format = formatOf(request.query['format'])
  const page = requirePageNumber(pageText)
  const { total, entries, isStable } = await listFeedPage(deps, owner, subject, { page, network: networkIn(request) })
  const last = lastPage(total, owner.feedLimit)
  const links = feedLinks(deps.baseUrl, request.url, { page, last, hasPage: request.params.page !== undefined })
  if (page > last) return reply.redirect(links.last, 302)
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache, private' })
  if (isStable && isUnchanged(deps.findTime, request, reply, tagOf(request, owner))) return reply.code(304).send()
  const shown = { page: deps.baseUrl + pageOfList(subject), icon: deps.baseUrl + deps.feedIcon }
  const { baseUrl, version } = deps
  const feed: Feed = { owner, subject, baseUrl, version, ...shown, links, ids: entries.map(({ id }) => id) }
  reply.header('content-type', FORMATS[format])
  return request.method === 'HEAD' ? reply.send() : sendDocument(deps, reply, feed, format)
}

async function sendDocument(
  { loadEntries }: FeedRoutesDeps,
  reply: FastifyReply,
  feed: Feed,
  format: Format,
): Promise<FastifyReply> {
  const document = WRITERS[format](feed, loadEntries)
  return reply.send(Readable.from(document, { objectMode: false }))
}

/**
 * @returns an entity tag. It contains everything that affects the response: the owner's revision, the address, and the
 *   settings whose changes do not increase the revision.
 */
function tagOf(request: FastifyRequest, { id, revision, username, feedLimit, readingSpeed }: FeedOwner): string {
  const rest = hash('sha1', JSON.stringify([request.url, username, feedLimit, readingSpeed]), 'base64url')
  return `"${id}.${revision}.${rest}"`
}

/**
 * Sets `ETag` and `Last-Modified`.
 * @returns true if the client already has this version
 */
function isUnchanged(findTime: FindVersionTime, request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.headers({ etag: tag, 'last-modified': findTime(tag).toUTCString() })
  return matchesEtag(request.headers['if-none-match'], tag)
}

/** @returns the number of the feed's last page; 1 if the feed has no entries */
function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

interface PagePosition {
  readonly page: number
  readonly last: number
  /** true if the requested path names the page, as in `/unread/2`; false for `/unread` */
  readonly hasPage: boolean
}

/**
 * @param asked path and query of the request
 * @returns the absolute addresses of the requested page, its neighbours and the last page. All of them keep the query
 *   of the request.
 */
export function feedLinks(baseUrl: string, asked: string, { page, last, hasPage }: PagePosition): FeedLinks {
  const [path = '', query] = asked.split('?', 2)
  const list = hasPage ? path.replace(/\/[^/]*\/?$/, '') : path.replace(/\/$/, '')
  const address = (number: number) => `${baseUrl}${list}/${number}${query === undefined ? '' : `?${query}`}`
  return {
    self: baseUrl + asked,
    ...(page > 1 && { previous: address(page - 1) }),
    ...(page < last && { next: address(page + 1) }),
    last: address(last),
  }
}

/** @returns the path of the page in the web app that lists the same entries */
function pageOfList(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `/tag/list/${encodeURIComponent(subject.slug).replaceAll('%3A', ':')}`
  if (subject.kind === 'collection') return `/collections/${subject.id}`
  if (subject.kind === 'search')
    return `/search?${new URLSearchParams({ 'search_entry[term]': subject.term }).toString()}`
  return `/${subject.kind}/list`
}

/** Sends an error as XML with the elements `response`, `code` and `message` (wallabag contract, section 9). */
function sendFeedError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof AppError ? ERROR_CODES[error.code] : statusOf(error)
  if (status >= 500 && status !== 503) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (status === 429 || status === 503) reply.header('retry-after', String(wait ?? 5))
  const message = status === 400 ? error.message : (statusText(status) ?? 'Error')
  const body = `<response><code>${status}</code><message>${xmlText(message)}</message></response>`
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`)
}

function statusOf(error: Error): number {
  const { statusCode } = error as { readonly statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : 500
}
