import { SYNC_TYPES } from '../../sync/sync-object.ts'
import { MAX_OPERATIONS, REJECTION_REASONS } from '../../sync/operations/operation.ts'
import { OPERATIONS } from '../../sync/operations/parse-operations.ts'
import { ENTRY_PARAM, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'

const text = { type: 'string' } as const
const common = { tags: ['Sync'], security: [{ bearer: [] }] } as const
const failures = { 400: ERROR, 401: OAUTH_ERROR } as const

const CHANGE = {
  type: 'object',
  description: 'An object at its latest revision, or its deletion.',
  required: ['type', 'id', 'revision', 'op'],
  properties: {
    type: { ...text, enum: SYNC_TYPES },
    id: { type: 'integer', description: 'id of the object; id of the entry for `progress`; 0 for settings and rules' },
    revision: { type: 'integer' },
    op: { ...text, enum: ['put', 'delete'] },
    object: { description: 'absent for a deletion' },
  },
} as const

const uuid = { ...text, format: 'uuid' } as const

const OPERATION_LIST = {
  type: 'array',
  maxItems: MAX_OPERATIONS,
  items: {
    type: 'object',
    required: ['op', 'at', 'type', 'action'],
    properties: {
      op: { ...uuid, description: 'id of the operation; the server recognizes it for 90 days' },
      at: { ...text, format: 'date-time', description: "time of the user's action" },
      type: { ...text, enum: [...new Set(OPERATIONS.map((name) => name.split(' ')[0]!))] },
      action: { ...text, enum: [...new Set(OPERATIONS.map((name) => name.split(' ')[1]!))] },
    },
    additionalProperties: true,
  },
} as const

const RESULT = {
  type: 'object',
  required: ['op', 'result'],
  properties: {
    op: uuid,
    result: { ...text, enum: ['applied', 'merged', 'rejected'] },
    id: { type: 'integer', description: 'id of the object' },
    reason: {
      ...text,
      enum: Object.keys(REJECTION_REASONS),
      description: Object.entries(REJECTION_REASONS)
        .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
        .join('; '),
    },
    message: text,
    lost: {
      type: 'array',
      items: text,
      description: 'fields that were not changed, because a later action has set them',
    },
  },
} as const

const CONTENT = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    etag: { ...text, description: 'entity tag; equal for equal contents' },
    content: { type: ['string', 'null'], description: 'HTML' },
  },
} as const

const IDS = {
  description: 'ids of at most 100 entries, as a list or as text separated by commas',
  anyOf: [
    { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 100 },
    { type: 'string', pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$' },
  ],
} as const

export const EVENTS_SCHEMA = {
  ...common,
  summary: 'Stream of change events',
  description:
    'Sends the event `{"revision": "1291"}` at the start, and within a second after each change. The stream ends after ' +
    'ten minutes. A user can have at most 20 streams.',
  response: { 200: { ...text, description: 'text/event-stream' }, 401: OAUTH_ERROR, 429: ERROR, 503: ERROR },
} as const

export const SYNC_SCHEMAS = {
  changes: {
    ...common,
    summary: 'List changes since a cursor',
    description:
      'Returns each changed object once, in the order of the changes, and deletions. Without a cursor, returns all ' +
      'objects. While `more` is true, continue with the cursor in `to`.',
    querystring: {
      type: 'object',
      properties: {
        since: { ...text, maxLength: 100, description: 'the cursor `to` of an earlier response' },
        types: { ...text, description: `some of ${SYNC_TYPES.join(', ')}, separated by commas; all by default` },
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 500, description: 'maximum number of objects' },
      },
    },
    response: {
      200: {
        type: 'object',
        required: ['from', 'to', 'more', 'reset', 'changes'],
        properties: {
          from: text,
          to: text,
          more: { type: 'boolean' },
          reset: {
            type: 'boolean',
            description: 'if true, the client must discard its copy; the listing starts again with all objects',
          },
          changes: { type: 'array', items: CHANGE },
        },
      },
      ...failures,
    },
  },
  operations: {
    ...common,
    summary: 'Apply operations of a client that was offline',
    description:
      'Applies operations in order, each in its own transaction, and returns a result for each. A repeated operation gets its ' +
      'stored result, so a request can be sent again. The members of each operation are in docs/sync.md.',
    consumes: ['application/json'],
    body: { type: 'object', required: ['ops'], properties: { ops: OPERATION_LIST } },
    response: {
      200: {
        type: 'object',
        required: ['results', 'revision'],
        properties: {
          results: {
            type: 'array',
            items: RESULT,
            description: 'if there are fewer results than operations, send the remaining operations again later',
          },
          revision: { ...text, description: "the user's revision after the operations" },
        },
      },
      ...failures,
      413: ERROR,
      429: ERROR,
    },
  },
  content: {
    ...common,
    summary: 'Read the content of an entry',
    description: 'The response has a strong `ETag`. With `If-None-Match`, unchanged content is not sent again.',
    params: ENTRY_PARAM,
    response: { 200: CONTENT, ...failures, 404: ERROR },
  },
  contents: {
    ...common,
    summary: 'Read the contents of several entries',
    description:
      'Returns one JSON object per line, in the format of the response for one entry. Missing entries are omitted.',
    consumes: ['application/json'],
    body: { type: 'object', required: ['ids'], properties: { ids: IDS } },
    response: { 200: { ...text, description: 'application/x-ndjson' }, ...failures },
  },
} as const
