import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../kernel/errors.ts'
import { isTimeless } from '../../query/is-timeless.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { SendCached } from '../../http/response-cache.ts'
import type { PresentEntries } from '../../entries/listing/entry-json.ts'
import { listedEntryFormat } from './entry.presenter.ts'
import { entryListJson } from '../../entries/listing/entry-list-json.ts'
import { presentListPage } from './entry-list.presenter.ts'
import { ENTRY_LIST, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { WAITING_HEADER } from './filter-by-query.ts'
import { MAX_PER_PAGE } from './list-query.ts'
import { queryInteger, queryText, type Query } from '../wire/query-values.ts'
import { viewerOf } from '../wire/request-context.ts'
import type { JsonBody } from '../../http/json-body.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'

export interface SearchRoutesDeps {
  readonly baseUrl: string
  readonly search: Search
  readonly presentEntries: PresentEntries
  readonly sendCached: SendCached
  readonly searchesPerUser: Throttle
}

/** Adds the route for full-text search (wallabag contract section 2.8). */
export function addSearchRoutes(app: FastifyInstance, deps: SearchRoutesDeps): void {
  app.get('/search', { schema: SEARCH_SCHEMA }, (request, reply) => searchRoute(deps, request, reply))
}

const SEARCH_SCHEMA = {
  summary: 'Search entries',
  description:
    'Searches title, content, address, tags, authors and annotations. Results are sorted newest first. Words also match ' +
    'the beginning of longer words. On PostgreSQL, `total` is at most 10,000. A page beyond the last one gets status ' +
    '404. While entries are still being indexed, the header `X-Entries-Not-Indexed` contains the number of entries that ' +
    'cannot be found yet, counted up to 10,000.',
  tags: ['Entries'],
  security: [{ bearer: [] }],
  querystring: {
    type: 'object',
    properties: {
      term: {
        type: 'string',
        description:
          'a query in the language of docs/query.md: words, `"phrases"`, `-word`, `OR`, parentheses, and fields such as ' +
          '`tag:`, `site:`, `author:`, `is:unread`, `time:<10`, `saved:7d`, `sort:title`. Any text is a query; an empty one ' +
          'matches all entries. Text beyond 4 KB or 64 terms is ignored',
      },
      page: { type: 'integer', minimum: 1, default: 1, description: 'status 404 if it is beyond the last page' },
      perPage: {
        type: 'integer',
        minimum: 1,
        default: 30,
        description: 'page size; values above 1000 are reduced to 1000',
      },
      sort: {
        type: 'string',
        enum: ['created', 'rank'],
        default: 'created',
        description: '`rank` sorts the newest hits by relevance',
      },
    },
  },
  response: { 200: ENTRY_LIST, 401: OAUTH_ERROR, 404: ERROR, 429: ERROR },
}

async function searchRoute(deps: SearchRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request)
  await deps.searchesPerUser.take(String(viewer.id))
  const make = () => createLister(deps, request.query as Query, viewer)
  // The results change while entries are still being indexed, so the response must not be cached.
  const waiting = await deps.search.follow(viewer)
  if (waiting > 0) return sendJsonBytes(reply.header(WAITING_HEADER, waiting), await make())
  if (!isTimeless(parseQuery(queryText(request.query as Query, 'term') ?? '')))
    return sendJsonBytes(reply, await make())
  return deps.sendCached(request, reply, viewer, make)
}

/** Maximum page number. Larger numbers in requests are reduced to it. No list has so many pages. */
const LAST_PAGE = 1_000_000_000

async function createLister(deps: SearchRoutesDeps, query: Query, viewer: Viewer): Promise<JsonBody> {
  const page = Math.min(queryInteger(query, 'page', 1), LAST_PAGE)
  const perPage = Math.min(queryInteger(query, 'perPage', 30), MAX_PER_PAGE)
  if (page < 1 || perPage < 1) throw notFound('page')
  const sort = queryText(query, 'sort')?.toLowerCase() === 'rank' ? 'rank' : 'created'
  const text = queryText(query, 'term') ?? ''
  const { total, entries } = await deps.search.searchEntries(viewer, text, { page, perPage, sort })
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (page > pages) throw notFound('page')
  const format = listedEntryFormat(viewer, 'full')
  const addressOf = (target: number) => pageAddress(deps.baseUrl, query, target, perPage)
  return entryListJson({
    ...presentListPage(addressOf, { page, perPage, pages, total }),
    hasContent: format.hasContent,
    items: entries,
    present: (versions) => deps.presentEntries(viewer.id, versions, format),
  })
}

/**
 * @returns the address of a page of the results. It contains the parameters of the request, then page and size
 *   (wallabag contract 2.8).
 */
function pageAddress(baseUrl: string, query: Query, page: number, perPage: number): string {
  const given = ['term', 'sort'].flatMap((name) => {
    const text = queryText(query, name)
    return text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`]
  })
  return `${baseUrl}/api/search?${[...given, `page=${page}`, `perPage=${perPage}`].join('&')}`
}
