import { ENTRY_PARAM, entryIdsBody, ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'

/** Maximum number of entries on a page of the trash. */
export const MAX_PER_PAGE = 100
/** Maximum number of entries that one request restores or deletes. Requests with more are rejected. */
export const MAX_ENTRIES = 500

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const time = { ...text, description: 'ISO 8601' } as const

const DELETED_ENTRY = {
  type: 'object',
  description: 'An entry that was deleted and can be restored, as it was when it was deleted.',
  properties: {
    id: { type: 'integer' },
    url: text,
    title: textOrNull,
    domain_name: textOrNull,
    tags: { type: 'array', items: text, description: 'labels' },
    annotations: { type: 'integer', description: 'number of annotations' },
    is_archived: { type: 'boolean' },
    is_starred: { type: 'boolean' },
    created_at: time,
    deleted_at: time,
  },
} as const

const DELETED = {
  type: 'object',
  properties: { deleted: { type: 'integer', description: 'number of entries that were deleted' } },
} as const

const common = { tags: ['Trash'], security: [{ bearer: [] }] }
const selection = {
  consumes: JSON_OR_FORM,
  body: entryIdsBody(MAX_ENTRIES),
}

/** Schemas for the API reference. They document requests and do not validate them. */
export const TRASH_SCHEMAS = {
  list: {
    ...common,
    summary: 'List deleted entries',
    description: 'Lists the entries that were deleted last first. Other requests treat these entries as deleted.',
    querystring: {
      type: 'object',
      properties: {
        q: { ...text, description: 'query in the language of docs/query.md; words of the text are not found' },
        page: { type: 'integer', minimum: 1, default: 1, description: 'number of the page' },
        perPage: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: 30, description: 'entries on a page' },
      },
    },
    response: {
      200: {
        type: 'object',
        properties: {
          page: { type: 'integer' },
          pages: { type: 'integer' },
          total: { type: 'integer' },
          days: { type: 'integer', description: 'number of days for which deleted entries can be restored' },
          items: { type: 'array', items: DELETED_ENTRY },
        },
      },
      400: ERROR,
      401: OAUTH_ERROR,
    },
  },
  restore: {
    ...common,
    ...selection,
    summary: 'Restore deleted entries',
    description:
      'Restores entries with their ids, texts, tags, annotations, notes, reading positions and places in collections. ' +
      'If the address of an entry was saved again in the meantime, the two are merged. Ids of other entries are skipped.',
    response: {
      200: {
        type: 'object',
        properties: {
          entries: {
            type: 'array',
            items: { type: 'integer' },
            description: 'ids of the restored entries, or of the entries into which they were merged',
          },
        },
      },
      400: ERROR,
      401: OAUTH_ERROR,
    },
  },
  removeOne: {
    ...common,
    summary: 'Delete a deleted entry forever',
    params: ENTRY_PARAM,
    response: { 200: DELETED, 401: OAUTH_ERROR, 404: ERROR },
  },
  removeSome: {
    ...common,
    ...selection,
    summary: 'Delete several deleted entries forever',
    description: 'Ids of entries that are not in the trash are skipped.',
    response: { 200: DELETED, 400: ERROR, 401: OAUTH_ERROR },
  },
  empty: {
    ...common,
    summary: 'Delete all deleted entries forever',
    response: { 200: DELETED, 401: OAUTH_ERROR },
  },
} as const
