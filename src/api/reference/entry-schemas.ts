import { MAX_ADDRESS_BYTES } from '../../entries/saving/entry-address.ts'
import { MAX_LABEL, MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'

/** Schemas for the API reference. They document requests and do not validate them. */

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const integer = { type: 'integer' } as const
const flag = { type: 'integer', enum: [0, 1] } as const

/** Schema of an address to save or to fetch. */
export const ADDRESS = {
  type: 'string',
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  maxLength: MAX_ADDRESS_BYTES,
  description: 'an http or https address; without a scheme, https is tried and then http',
} as const

const label = { type: 'string', maxLength: MAX_LABEL } as const

/** Schema of the tag labels in a request body. */
export const LABELS = {
  description: `labels as a list, or as text separated by commas; at most ${MAX_TAGS_PER_ENTRY}, each of at most ${MAX_LABEL} characters`,
  anyOf: [
    { type: 'string', pattern: `^[^,]{0,${MAX_LABEL}}(,[^,]{0,${MAX_LABEL}}){0,${MAX_TAGS_PER_ENTRY - 1}}$` },
    { type: 'array', items: { ...label, pattern: '^[^,]*$' }, maxItems: MAX_TAGS_PER_ENTRY },
  ],
} as const

const date = { type: 'string', description: 'time in UTC, such as `2026-03-01T09:30:00+0000`' } as const
const dateOrNull = { type: ['string', 'null'], description: date.description } as const

export const TAG = {
  type: 'object',
  required: ['id', 'label', 'slug'],
  properties: { id: integer, label: text, slug: { ...text, description: 'for example `t:long-read`' } },
} as const

export const ANNOTATION = {
  type: 'object',
  properties: {
    user: textOrNull,
    annotator_schema_version: text,
    id: integer,
    text,
    created_at: date,
    updated_at: date,
    quote: text,
    ranges: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
} as const

export const ENTRY = {
  type: 'object',
  description: 'A saved page. Members with an unknown value are null.',
  properties: {
    is_archived: flag,
    is_starred: flag,
    user_name: text,
    user_email: { ...text, description: 'may be empty' },
    user_id: integer,
    tags: { type: 'array', items: TAG },
    is_public: { type: 'boolean', description: 'whether there is a public link' },
    id: { ...integer, description: 'absent in the response to a deletion' },
    uid: { ...textOrNull, description: 'id of the public link' },
    title: textOrNull,
    url: { ...text, description: 'address after redirects' },
    hashed_url: { ...text, description: 'SHA-1 of the percent-decoded address' },
    origin_url: { ...textOrNull, description: 'address of the page on which the user found the link' },
    given_url: { ...textOrNull, description: 'address as it was saved' },
    hashed_given_url: textOrNull,
    archived_at: dateOrNull,
    content: { ...textOrNull, description: 'HTML; null with `detail=metadata` and while the page is being fetched' },
    created_at: date,
    updated_at: date,
    published_at: dateOrNull,
    published_by: { type: ['array', 'null'], items: text },
    starred_at: dateOrNull,
    annotations: { type: 'array', items: ANNOTATION, description: 'absent in the response to a save' },
    mimetype: textOrNull,
    language: { ...textOrNull, description: 'for example `en` or `fr_FR`' },
    reading_time: { ...integer, description: 'minutes at 200 words per minute' },
    domain_name: textOrNull,
    preview_picture: { ...textOrNull, description: 'address of a picture' },
    http_status: { ...textOrNull, description: 'HTTP status of the page, as text' },
    headers: { type: ['object', 'null'], additionalProperties: true, description: 'response headers of the page' },
    _links: {
      type: 'object',
      properties: { self: { type: 'object', properties: { href: text } } },
    },
  },
} as const

const link = { type: 'object', properties: { href: text } } as const

export const ENTRY_LIST = {
  type: 'object',
  required: ['page', 'limit', 'pages', 'total', '_links', '_embedded'],
  properties: {
    page: integer,
    limit: { ...integer, description: 'page size: `perPage`, reduced to the maximum' },
    pages: { ...integer, description: '1 for an empty list' },
    total: integer,
    _links: {
      type: 'object',
      description: '`next` and `previous` are absent if there is no such page',
      properties: { self: link, first: link, last: link, next: link, previous: link },
    },
    _embedded: { type: 'object', properties: { items: { type: 'array', items: ENTRY } } },
  },
} as const

export const ERROR = {
  type: 'object',
  description: 'An error',
  properties: { code: integer, message: text },
} as const

export const OAUTH_ERROR = {
  type: 'object',
  description: 'An error for invalid credentials or an invalid token',
  properties: { error: text, error_description: text },
} as const

export const DETAIL = {
  type: 'string',
  enum: ['full', 'metadata'],
  description: 'with `metadata`, the content is null',
} as const

/** Schemas of the fields in a request that saves or changes an entry. */
export const ENTRY_REQUEST_FIELDS = {
  title: { ...text, description: 'replaces the title of the page; ignored if empty' },
  content: {
    ...text,
    description: 'HTML, sanitised before it is stored; if a title is sent too, the page is not fetched',
  },
  tags: LABELS,
  archive: { description: '0 or 1', anyOf: [integer, text, { type: 'boolean' }] },
  starred: { description: '0 or 1', anyOf: [integer, text, { type: 'boolean' }] },
  public: { description: '1 creates a public link, 0 removes it', anyOf: [integer, text, { type: 'boolean' }] },
  language: { ...text, description: 'language tag; ignored if unknown' },
  preview_picture: { ...text, description: 'absolute http or https address; other values are ignored' },
  published_at: { description: 'Unix seconds, or a date as text; ignored if invalid', anyOf: [integer, text] },
  authors: { ...text, description: 'names separated by commas' },
  origin_url: { ...text, description: 'address of the page on which the user found the link; ignored if empty' },
} as const

export const ENTRY_PARAM = {
  type: 'object',
  required: ['entry'],
  properties: { entry: { ...integer, minimum: 1, description: 'id of the entry' } },
} as const

const listFlag = (meaning: string) => ({ ...text, description: `${meaning}: \`1\` for yes, \`0\` or empty for no` })

export const LIST_QUERY = {
  type: 'object',
  properties: {
    archive: listFlag('only archived entries'),
    starred: listFlag('only starred entries'),
    public: listFlag('only entries with a public link'),
    notParsed: listFlag('only entries without extracted text'),
    annotations: listFlag('only entries with annotations'),
    http_status: { ...integer, description: 'only entries whose page has this HTTP status' },
    domain_name: { ...text, description: 'only entries of this host' },
    tags: { ...text, description: 'labels separated by commas; entries must have all of them' },
    since: { ...integer, description: 'Unix seconds; only entries updated later' },
    q: {
      ...text,
      description:
        'only entries that match a query in the language of docs/query.md, such as `is:unread time:<10 (sea OR wall)`; ' +
        '`sort:` in it replaces `sort` and `order`. On PostgreSQL, `total` is at most 10,000 if the query has ' +
        'words, tags or sites, until a page reaches that number',
    },
    collection: {
      ...integer,
      minimum: 1,
      description: 'only entries of this collection, in its order unless `sort` or `order` is given',
    },
    sort: { ...text, enum: ['created', 'updated', 'archived'], default: 'created' },
    order: { ...text, enum: ['asc', 'desc'], default: 'desc' },
    detail: { ...DETAIL, default: 'full' },
    page: { ...integer, minimum: 1, default: 1, description: 'status 404 if it is beyond the last page' },
    perPage: { ...integer, minimum: 1, default: 30, description: 'page size; values above 1000 are reduced to 1000' },
  },
} as const

/** The types of a body with a few fields. */
export const JSON_OR_FORM = ['application/json', 'application/x-www-form-urlencoded']

/** @returns the schema of a body with the ids of entries */
export const entryIdsBody = (max: number) =>
  ({
    type: 'object',
    required: ['entries'],
    properties: {
      entries: {
        description: `ids of at most ${max} entries, as a list or as text separated by commas`,
        anyOf: [
          { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: max },
          { type: 'string', pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$' },
        ],
      },
    },
  }) as const
