import { SYNC_TYPES } from '../../sync/sync-object.ts'
import { MAX_OPERATIONS, REASONS } from '../../sync/operations/operation.ts'
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
    id: { type: 'integer', description: 'the entry for `progress`; 0 for settings and rules' },
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
      op: { ...uuid, description: 'identifies the operation for 90 days' },
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
      enum: Object.keys(REASONS),
      description: Object.entries(REASONS)
        .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
        .join('; '),
    },
    message: text,
    lost: { type: 'array', items: text, description: 'fields whose value was set later by another change, and stays' },
  },
} as const

const CONTENT = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    etag: { ...text, description: 'equal for equal contents' },
    content: { type: ['string', 'null'], description: 'HTML' },
  },
} as const

const IDS = {
  description: 'ids of at most 100 entries, as a list or as one text separated by commas',
  anyOf: [
    { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 100 },
    { type: 'string', pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$' },
  ],
} as const

export const EVENTS_SCHEMA = {
  ...common,
  summary: 'Events of changes',
  description:
    'Server-sent events: `{"revision": "1291"}` at the start, and within a second after each change. The stream ends ' +
    'after ten minutes; a user may have 20 of them.',
  response: { 200: { ...text, description: 'text/event-stream' }, 401: OAUTH_ERROR, 429: ERROR, 503: ERROR },
} as const

export const SYNC_SCHEMAS = {
  changes: {
    ...common,
    summary: 'Changes since a cursor',
    description:
      'Every object that changed, once, in the order of the changes, with deletions; without a cursor, every object. ' +
      'Continue with the cursor in `to` while `more` is true.',
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
          reset: { type: 'boolean', description: 'true: drop the copy, this response starts with every object' },
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
      'Applies operations in their order, each by itself, and returns a result for each. A repeated operation gets its ' +
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
            description: 'fewer than the operations: send the rest again later',
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
    summary: 'Content of an entry',
    description: 'With a strong `ETag`; `If-None-Match` saves sending a known content again.',
    params: ENTRY_PARAM,
    response: { 200: CONTENT, ...failures, 404: ERROR },
  },
  contents: {
    ...common,
    summary: 'Contents of several entries',
    description: 'One JSON object a line, each like the response for one entry; missing entries have no line.',
    consumes: ['application/json'],
    body: { type: 'object', required: ['ids'], properties: { ids: IDS } },
    response: { 200: { ...text, description: 'application/x-ndjson' }, ...failures },
  },
} as const
