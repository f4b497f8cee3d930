import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AddressTags,
  type BatchDeps,
  type KnownAddress,
  deleteByAddress,
  tagByAddress,
} from '../../entries/entries-by-address.ts'
import { parseEntryAddress, MAX_ADDRESS_BYTES } from '../../entries/saving/entry-address.ts'
import { type SaveEntryDeps, saveEntry } from '../../entries/saving/save-entry.ts'
import { parseJson } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { ADDRESS, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { type Query, queryText } from '../wire/query-values.ts'
import { viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'

/**
 * Maximum number of items in one batch request (security specification, section 5). Requests with more are rejected.
 */
const MAX_ITEMS = 500

export interface BatchRoutesDeps extends BatchDeps, SaveEntryDeps {
  readonly savesPerUser: Throttle
}

/**
 * Maximum number of addresses in one request that saves them, as in wallabag (wallabag contract section 6). Requests
 * with more are rejected.
 */
const MAX_SAVED = 10

/**
 * Adds the routes for batch requests (wallabag contract section 6). The client sends a list in the query string. The
 * response contains one result for each item, in the same order.
 */
export function addBatchRoutes(app: FastifyInstance, deps: BatchRoutesDeps): void {
  app.post('/entries/lists', { schema: SAVE_SCHEMA, config: { scope: 'save' } }, (request, reply) =>
    saveRoute(deps, request, reply),
  )
  app.delete('/entries/list', { schema: DELETE_SCHEMA }, (request, reply) => deleteRoute(deps, request, reply))
  app.post('/entries/tags/lists', { schema: TAG_SCHEMA }, (request, reply) => tagRoute(deps, request, reply, 'add'))
  app.delete('/entries/tags/list', { schema: UNTAG_SCHEMA }, (request, reply) =>
    tagRoute(deps, request, reply, 'remove'),
  )
}

/** Saves all addresses, or none if one of them is invalid. Jobs fetch the pages later. */
async function saveRoute(deps: BatchRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id: owner } = viewerOf(request)
  const urls = addressesIn(parseBatchList(request.query as Query, 'urls', 'fault'))
  if (urls.length > MAX_SAVED) throw new AppError('invalid_input', 'API limit reached')
  const addresses = urls.map((url) => parseEntryAddress(url))
  const results = []
  for (const [index, address] of addresses.entries()) {
    await deps.savesPerUser.take(String(owner))
    const { id } = await saveEntry(deps, { owner, address, fields: {}, requestId: request.id })
    results.push({ url: urls[index]!, entry: id })
  }
  return sendJson(reply, results)
}

async function deleteRoute(deps: BatchRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const urls = addressesIn(parseBatchList(request.query as Query, 'urls', 'empty'))
  const results = await deleteByAddress(deps, viewerOf(request).id, urls)
  return sendJson(
    reply,
    results.map(({ url, isDeleted }) => ({ url, entry: isDeleted })),
  )
}

async function tagRoute(
  deps: BatchRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  change: 'add' | 'remove',
): Promise<FastifyReply> {
  const list = parseBatchList(request.query as Query, 'list', 'empty').map(addressTags)
  const results = await tagByAddress(deps, viewerOf(request).id, list, change)
  return sendJson(
    reply,
    results.map(({ url, id }: KnownAddress) => ({ url, entry: id ?? false })),
  )
}

function addressTags(member: unknown): AddressTags {
  const { url, tags } = (typeof member === 'object' && member !== null ? member : {}) as Record<string, unknown>
  if (typeof url !== 'string') throw new AppError('invalid_input', '"list" must be a JSON list of url and tags')
  return { url: storableText(url), labels: parseTagLabels(tags) }
}

const tags = ['Entries']
const security = [{ bearer: [] }]
const failures = { 400: ERROR, 401: OAUTH_ERROR } as const

const address = { type: 'string', maxLength: MAX_ADDRESS_BYTES } as const
const addresses = { anyOf: [address, { type: 'object', required: ['url'], properties: { url: address } }] } as const

/** @returns the schema of a query parameter that contains a JSON list as text */
const listOf = (items: object, maxItems: number, description: string) =>
  ({
    type: 'string',
    pattern: '^\\[.*\\]$',
    contentMediaType: 'application/json',
    contentSchema: { type: 'array', maxItems, items },
    description: `${description}; at most ${maxItems} items; no items if empty or absent`,
  }) as const
const tagged = { type: 'object', properties: { url: address, tags: { type: 'string' } } } as const
const list = listOf(tagged, MAX_ITEMS, 'JSON list of `{"url":…,"tags":"a,b"}`, as text')
const ADDRESSES = 'JSON list of addresses or of `{"url":…}`, as text'

function answerOf(entry: object) {
  const properties = { url: { type: 'string' }, entry }
  return { 200: { type: 'array', items: { type: 'object', properties } }, ...failures } as const
}

const SAVE_SCHEMA = {
  summary: 'Save several pages',
  description: 'At most 10. Returns the ids of the entries immediately; the pages are fetched in the background.',
  tags,
  security,
  querystring: { type: 'object', properties: { urls: listOf(ADDRESS, MAX_SAVED, ADDRESSES) } },
  response: { ...answerOf({ type: 'integer' }), 429: ERROR },
}

const DELETE_SCHEMA = {
  summary: 'Delete several entries by address',
  tags,
  security,
  querystring: { type: 'object', properties: { urls: listOf(addresses, MAX_ITEMS, ADDRESSES) } },
  response: answerOf({ type: 'boolean', description: 'true if there was such an entry' }),
}

const TAG_SCHEMA = {
  summary: 'Add tags to several entries by address',
  tags,
  security,
  querystring: { type: 'object', properties: { list } },
  response: answerOf({ type: ['integer', 'boolean'], description: 'id of the entry; false if there is none' }),
}

const UNTAG_SCHEMA = { ...TAG_SCHEMA, summary: 'Remove tags from several entries by address' }

/**
 * Parses the list of a batch call. The list is JSON in the query, for every method (wallabag contract section 6).
 * @param onBroken `empty` treats malformed JSON as an empty list, `fault` throws an error
 * @returns the members of the list; empty if the parameter is missing
 * @throws AppError `invalid_input` if the JSON is not a list or has too many members
 */
function parseBatchList(query: Query, name: string, onBroken: 'empty' | 'fault'): unknown[] {
  const text = queryText(query, name)
  if (text === undefined || text.trim() === '') return []
  const value = parseJson(text)
  if (value === undefined && onBroken === 'empty') return []
  if (value === null) return []
  if (!Array.isArray(value)) throw new AppError('invalid_input', `"${name}" must be a JSON list`)
  if (value.length > MAX_ITEMS) throw new AppError('invalid_input', 'API limit reached')
  return value as unknown[]
}

/**
 * @param list addresses, each as text or as an object `{"url":…}`. Some clients send objects, because wallabag's API
 *   reference shows them.
 * @returns the addresses as text
 * @throws AppError `invalid_input` if a member has neither form
 */
function addressesIn(list: readonly unknown[]): string[] {
  return list.map((member) => {
    const address: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, 'url') : member
    if (typeof address === 'string') return storableText(address)
    throw new AppError('invalid_input', '"urls" must be a JSON list of addresses')
  })
}
