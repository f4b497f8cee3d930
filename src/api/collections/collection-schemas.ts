import {
  COLLECTION_ICONS,
  COLLECTION_LAYOUTS,
  COLLECTION_SORTS,
  MAX_PICKED,
  MAX_DESCRIPTION,
  MAX_NAME,
  MAX_QUERY,
} from '../../collections/collection.ts'
import { ENTRY_PARAM, entryIdsBody, ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'

/**
 * Maximum number of entries in one request that adds entries to a collection or removes them. Requests with more are
 * rejected.
 */
export const MAX_ENTRIES = 1000

const text = { type: 'string' } as const
const flag = { description: '0 or 1', anyOf: [{ type: 'integer' }, text, { type: 'boolean' }] } as const
const id = { type: 'integer', minimum: 1, description: 'id of the collection' } as const
const PARAM = { type: 'object', required: ['collection'], properties: { collection: id } } as const
const PLACE = {
  type: 'object',
  required: ['collection', 'entry'],
  properties: { collection: id, entry: ENTRY_PARAM.properties.entry },
} as const

/** Schemas of the fields in a request that creates or changes a collection. */
const FIELDS = {
  name: { ...text, minLength: 1, maxLength: MAX_NAME, description: 'unique; case and accents are ignored' },
  query: {
    ...text,
    maxLength: MAX_QUERY,
    description:
      'query in the language of docs/query.md; matching entries belong to the collection. Empty for no query',
  },
  icon: { ...text, enum: COLLECTION_ICONS },
  sort: {
    ...text,
    enum: COLLECTION_SORTS,
    description:
      '`manual`: hand-picked entries in their own order, then the others. A `sort:` in the query takes precedence',
  },
  layout: {
    type: ['string', 'null'],
    enum: [...COLLECTION_LAYOUTS, null],
    description: 'null for the layout of the other lists',
  },
  pinned: { ...flag, description: 'whether the sidebar shows the collection' },
  published: { ...flag, description: '1 creates a public page, 0 removes it permanently' },
  indexable: { ...flag, description: 'whether search engines may list the public page' },
  description: { ...text, maxLength: MAX_DESCRIPTION, description: 'introduction on the public page' },
  curator: { ...text, maxLength: MAX_NAME, description: 'name that the public page shows as that of the curator' },
} as const

const COLLECTION = {
  type: 'object',
  description: 'A list with a name: entries found by a query, hand-picked entries, or both.',
  properties: {
    id: { type: 'integer' },
    name: text,
    icon: text,
    query: { ...text, description: 'empty for a collection with only hand-picked entries' },
    sort: text,
    layout: { type: ['string', 'null'] },
    pinned: { type: 'boolean' },
    public_url: { type: ['string', 'null'], description: 'address of the public page' },
    indexable: { type: 'boolean' },
    description: { ...text, description: 'introduction on the public page' },
    curator: { ...text, description: 'name on the public page; empty if none is shown' },
    created_at: { ...text, description: 'ISO 8601' },
    updated_at: { ...text, description: 'ISO 8601; also changes when hand-picked entries are added, removed or moved' },
  },
} as const

const CHANGED = {
  type: 'object',
  properties: { changed: { type: 'integer', description: 'number of entries that were added or removed' } },
} as const

const common = { tags: ['Collections'], security: [{ bearer: [] }] }
const forms = { consumes: JSON_OR_FORM }
const failures = { 400: ERROR, 401: OAUTH_ERROR, 404: ERROR } as const
const one = { ...common, params: PARAM }
const entriesBody = entryIdsBody(MAX_ENTRIES)

/** Schemas for the API reference. They document requests and do not validate them. */
export const COLLECTION_SCHEMAS = {
  list: {
    ...common,
    summary: 'List collections',
    description: 'In the order set by the user. `GET /api/entries?collection=` lists the entries of a collection.',
    response: { 200: { type: 'array', items: COLLECTION }, 401: OAUTH_ERROR },
  },
  create: {
    ...common,
    ...forms,
    summary: 'Create a collection',
    body: { type: 'object', required: ['name'], properties: FIELDS },
    response: { 200: COLLECTION, 400: ERROR, 401: OAUTH_ERROR },
  },
  read: { ...one, summary: 'Read a collection', response: { 200: COLLECTION, 401: OAUTH_ERROR, 404: ERROR } },
  change: {
    ...one,
    ...forms,
    summary: 'Change a collection',
    description: 'Changes only the fields in the request.',
    body: { type: 'object', properties: FIELDS },
    response: { 200: COLLECTION, ...failures },
  },
  remove: {
    ...one,
    summary: 'Delete a collection',
    description:
      'Does not delete the entries. Returns the deleted collection. The web app can undo the deletion for a day.',
    response: { 200: COLLECTION, 401: OAUTH_ERROR, 404: ERROR },
  },
  add: {
    ...one,
    ...forms,
    summary: 'Add entries to a collection',
    description: `Adds the entries at the end, in the given order. A collection can have at most ${MAX_PICKED} hand-picked entries.`,
    body: entriesBody,
    response: { 200: CHANGED, ...failures },
  },
  take: {
    ...one,
    ...forms,
    summary: 'Remove entries from a collection',
    description: 'Entries that match the query remain in the collection.',
    body: entriesBody,
    response: { 200: CHANGED, ...failures },
  },
  move: {
    ...common,
    ...forms,
    summary: 'Move an entry within a collection',
    params: PLACE,
    body: {
      type: 'object',
      properties: {
        before: { type: 'integer', minimum: 1, description: 'id of a hand-picked entry' },
        after: { type: 'integer', minimum: 1, description: 'id of a hand-picked entry' },
        to: { ...text, enum: ['first', 'last', 'up', 'down'] },
      },
    },
    response: { 200: CHANGED, ...failures },
  },
} as const
