import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ListCollections } from '../../collections/list-collections.ts'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import type { DeleteEntryDeps } from '../../entries/deleting/delete-entry.ts'
import type { ListEntries } from '../../entries/listing/list-entries.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { SaveEntryDeps } from '../../entries/saving/save-entry.ts'
import { loadAfterFetch } from '../../entries/saving/load-after-fetch.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Dialect } from '../../db/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { Search } from '../../search/search-entries.ts'
import type { FindNow } from '../../users/time-zone.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'
import type { SendCached } from '../../http/response-cache.ts'
import type { PresentEntries } from '../../entries/listing/entry-json.ts'
import { parseEntryFields } from './entry-fields.ts'
import { listedEntryFormat, presentEntry, type EntryShape } from './entry.presenter.ts'
import {
  ADDRESS,
  DETAIL,
  ENTRY,
  ENTRY_LIST,
  ENTRY_PARAM,
  ENTRY_REQUEST_FIELDS,
  ERROR,
  JSON_OR_FORM,
  LIST_QUERY,
  OAUTH_ERROR,
} from '../reference/entry-schemas.ts'
import { entryListJson } from '../../entries/listing/entry-list-json.ts'
import { presentListPage } from './entry-list.presenter.ts'
import { filterByQuery, isByQuery, WAITING_HEADER } from './filter-by-query.ts'
import { pageAddress, parseDetail, parseListQuery, type ListQuery } from './list-query.ts'
import { entryIdOf } from '../wire/path-ids.ts'
import type { Query } from '../wire/query-values.ts'
import { needsCompleteResponse } from './complete-response.ts'
import { queryText } from '../wire/query-values.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import type { JsonBody } from '../../http/json-body.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'
import { sendJson } from '../wire/send-json.ts'
import { saveEntry } from '../../entries/saving/save-entry.ts'
import { patchEntry } from '../../entries/changing/patch-entry.ts'
import { reloadEntry } from '../../entries/fetching/reload-entry.ts'
import { deleteEntry } from '../../entries/deleting/delete-entry.ts'

export interface EntriesRoutesDeps extends SaveEntryDeps, DeleteEntryDeps, SecurityEventsUser {
  readonly baseUrl: string
  readonly listEntries: ListEntries
  /** lists the entries that match a query (docs/query.md) */
  readonly listByQuery: ListEntries
  readonly listCollections: ListCollections
  readonly findNow: FindNow
  readonly loadEntries: LoadEntries
  readonly presentEntries: PresentEntries
  readonly sendCached: SendCached
  /** waits for a limited time until the page of an entry has been fetched */
  readonly awaitEntry: (owner: UserId, id: EntryId, signal: AbortSignal) => Promise<void>
  readonly savesPerUser: Throttle
  readonly searchesPerUser: Throttle
  readonly search: Pick<Search, 'follow'>
  readonly dialect: Dialect
  readonly clock: Clock
  /** true if all clients get complete responses to saves and deletions; see `needsCompleteResponse` */
  readonly hasExactMembers: boolean
  /** maximum size in bytes of a body that may contain an article */
  readonly articleBytes: number
}

const security = [{ bearer: [] }]
const failures = { 401: OAUTH_ERROR, 404: ERROR } as const

/** Adds the routes that list, save, read, change and delete entries (wallabag contract sections 2.1 to 2.4 and 4). */
export function addEntriesRoutes(app: FastifyInstance, deps: EntriesRoutesDeps): void {
  app.get('/entries', { schema: LIST_SCHEMA }, (request, reply) => listRoute(deps, request, reply))
  const bodyLimit = deps.articleBytes
  app.post('/entries', { schema: SAVE_SCHEMA, bodyLimit, config: { scope: 'save' } }, (request, reply) =>
    saveRoute(deps, request, reply),
  )
  app.get('/entries/:entry', { schema: READ_SCHEMA }, (request, reply) => readRoute(deps, request, reply))
  app.patch('/entries/:entry', { schema: CHANGE_SCHEMA, bodyLimit }, (request, reply) =>
    changeRoute(deps, request, reply),
  )
  app.patch('/entries/:entry/reload', { schema: RELOAD_SCHEMA }, (request, reply) => reloadRoute(deps, request, reply))
  app.delete('/entries/:entry', { schema: DELETE_SCHEMA }, (request, reply) => deleteRoute(deps, request, reply))
}

const LIST_SCHEMA = {
  summary: 'List entries',
  description:
    'Newest first, 30 per page by default. An empty list has one page. A page beyond the last one gets status 404.',
  tags: ['Entries'],
  security,
  querystring: LIST_QUERY,
  response: { 200: ENTRY_LIST, 400: ERROR, ...failures },
}

async function listRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request)
  const query = request.query as Query
  const list = parseListQuery(query)
  if (!isByQuery(query)) return deps.sendCached(request, reply, viewer, () => createLister(deps, query, viewer, list))
  const collections = await deps.listCollections(viewer)
  const now = await deps.findNow(viewer)
  const byQuery = filterByQuery(list.filter, query, { collections, now, dialect: deps.dialect })
  const { filter } = byQuery
  if (!filter.query)
    return deps.sendCached(request, reply, viewer, () => createLister(deps, query, viewer, { ...list, filter }))
  await deps.searchesPerUser.take(String(viewer.id))
  const waiting = await deps.search.follow(viewer)
  const make = () => createLister({ ...deps, listEntries: deps.listByQuery }, query, viewer, { ...list, filter })
  if (waiting === 0 && byQuery.isTimeless) return deps.sendCached(request, reply, viewer, make)
  return sendJsonBytes(waiting === 0 ? reply : reply.header(WAITING_HEADER, waiting), await make())
}

async function createLister(
  deps: EntriesRoutesDeps,
  query: Query,
  viewer: Viewer,
  { filter, detail }: ListQuery,
): Promise<JsonBody> {
  const { total, entries } = await deps.listEntries(viewer, filter)
  const pages = Math.max(1, Math.ceil(total / filter.perPage))
  if (filter.page > pages) throw notFound('page')
  const format = listedEntryFormat(viewer, detail)
  const addressOf = (page: number) => pageAddress(deps.baseUrl, query, page, filter.perPage)
  const paging = { page: filter.page, perPage: filter.perPage, pages, total }
  return entryListJson({
    ...presentListPage(addressOf, paging),
    hasContent: format.hasContent,
    items: entries,
    present: (versions) => deps.presentEntries(viewer.id, versions, format),
  })
}

const SAVE_SCHEMA = {
  summary: 'Save a page',
  description:
    'Stores the address, fetches the page, and returns the entry with its content. If the page takes too long, the fetch ' +
    'continues in the background. If the address is already saved, its entry is changed.',
  tags: ['Entries'],
  security,
  consumes: JSON_OR_FORM,
  body: {
    type: 'object',
    required: ['url'],
    properties: { url: ADDRESS, ...ENTRY_REQUEST_FIELDS },
  },
  response: { 200: ENTRY, 400: ERROR, 401: OAUTH_ERROR, 413: ERROR, 429: ERROR },
}

async function saveRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: owner } = viewerOf(request)
  const caller = callerOf(request)
  const fields = fieldsOf(request)
  const address = parseEntryAddress(fields.get('url'))
  const input = parseEntryFields(fields)
  await deps.savesPerUser.take(String(owner))
  const { id, isNew, sharing } = await saveEntry(deps, { owner, address, fields: input, requestId: request.id })
  if (sharing) await deps.securityEvents.record(caller, { kind: sharing, userId: owner })
  await deps.awaitEntry(owner, id, disconnectSignal(reply.raw))
  const loaded = await loadAfterFetch(deps, owner, { id, address: address.url }, { hasContent: true })
  if (!loaded) throw notFound('entry')
  const isCreated = isNew && loaded.entry.id === id
  const annotations = !needsCompleteResponse(request, deps.hasExactMembers) ? 'omitted' : isCreated ? 'null' : 'listed'
  return sendEntry(request, reply, loaded, { detail: 'full', annotations })
}

const READ_SCHEMA = {
  summary: 'Read an entry',
  tags: ['Entries'],
  security,
  params: ENTRY_PARAM,
  querystring: { type: 'object', properties: { detail: DETAIL } },
  response: { 200: ENTRY, 400: ERROR, ...failures },
}

function readRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request)
  return deps.sendCached(request, reply, viewer, async () => {
    const id = entryIdOf(request)
    const detail = parseDetail(request.query as Query)
    const loaded = await requireLoadedEntry(deps.loadEntries, viewer.id, id, { hasContent: true })
    return Buffer.concat(presentEntry(loaded, viewer, { detail }))
  })
}

const CHANGE_SCHEMA = {
  summary: 'Change an entry',
  description: 'Changes only the fields in the request. `tags` replaces all tags of the entry.',
  tags: ['Entries'],
  security,
  params: ENTRY_PARAM,
  consumes: JSON_OR_FORM,
  body: { type: 'object', properties: ENTRY_REQUEST_FIELDS },
  response: { 200: ENTRY, 400: ERROR, ...failures, 413: ERROR },
}

async function changeRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: owner } = viewerOf(request)
  const caller = callerOf(request)
  const id = entryIdOf(request)
  const fields = parseEntryFields(fieldsOf(request))
  const { sharing } = await patchEntry(deps, owner, id, { fields, requestId: request.id })
  if (sharing) await deps.securityEvents.record(caller, { kind: sharing, userId: owner })
  const loaded = await requireLoadedEntry(deps.loadEntries, owner, id, { hasContent: true })
  return sendEntry(request, reply, loaded, { detail: 'full' })
}

const RELOAD_SCHEMA = {
  summary: 'Fetch the page of an entry again',
  description: 'Returns the updated entry, or status 304 without a body if the fetch failed or is still running.',
  tags: ['Entries'],
  security,
  params: ENTRY_PARAM,
  response: {
    200: ENTRY,
    304: { type: 'null', description: 'the fetch failed or is still running' },
    ...failures,
  },
}

async function reloadRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: owner } = viewerOf(request)
  const id = entryIdOf(request)
  await deps.savesPerUser.take(String(owner))
  const address = await reloadEntry(deps, { owner, id, requestId: request.id })
  await deps.awaitEntry(owner, id, disconnectSignal(reply.raw))
  const loaded = await loadAfterFetch(deps, owner, { id, address }, { hasContent: true })
  if (!loaded) throw notFound('entry')
  const { fetchState, fetchReason } = loaded.entry
  const isFetched =
    loaded.entry.id !== id || (fetchState === 'done' && (fetchReason === null || fetchReason === 'excerpt'))
  return isFetched ? sendEntry(request, reply, loaded, { detail: 'full' }) : reply.code(304).send()
}

const DELETE_SCHEMA = {
  summary: 'Delete an entry',
  description: 'Returns the deleted entry without its id. With `expect=id`, returns only the id.',
  tags: ['Entries'],
  security,
  params: ENTRY_PARAM,
  querystring: { type: 'object', properties: { expect: { type: 'string', enum: ['id', 'entry'], default: 'entry' } } },
  response: { 200: ENTRY, 400: ERROR, ...failures },
}

async function deleteRoute(deps: EntriesRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: owner } = viewerOf(request)
  const id = entryIdOf(request)
  const expected = queryText(request.query as Query, 'expect') ?? 'entry'
  const loaded = await requireLoadedEntry(deps.loadEntries, owner, id, { hasContent: true })
  if (expected !== 'id' && expected !== 'entry') {
    throw new AppError('invalid_input', `expect: 'id' or 'entry' expected, ${expected} given`)
  }
  await deleteEntry(deps, owner, id)
  if (expected === 'id') return sendJson(reply, { id })
  return sendEntry(request, reply, loaded, {
    detail: 'full',
    withoutId: !needsCompleteResponse(request, deps.hasExactMembers),
  })
}

function sendEntry(request: FastifyRequest, reply: FastifyReply, loaded: LoadedEntry, shape: EntryShape) {
  return sendJsonBytes(reply, Buffer.concat(presentEntry(loaded, viewerOf(request), shape)))
}
