/** Schemas of extraction results for the API reference. They document responses and do not validate them. */

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const integerOrNull = { type: ['integer', 'null'] } as const

const STEPS = {
  type: 'array',
  description: 'what each step did, in order',
  items: { type: 'object', properties: { name: text, note: text } },
} as const

const FAILURE = {
  type: ['object', 'null'],
  description: 'why there is no text, or no newer one; null when nothing failed',
  properties: {
    code: { ...text, description: 'such as `needs_login`; all are in docs/errors.md' },
    message: { ...text, description: 'a sentence for readers' },
    next: { ...text, description: 'what can be done about it' },
    failed_at: { ...textOrNull, description: 'ISO 8601 in UTC' },
  },
} as const

export const EXPLANATION = {
  type: 'object',
  properties: {
    source: { ...text, enum: ['given', 'page', 'none'], description: 'where the text came from' },
    extractor_version: { ...integerOrNull, description: 'null where the extractor had no part' },
    steps: STEPS,
    capture: {
      type: ['object', 'null'],
      description: 'what the server of the page sent',
      properties: {
        url: { ...text, description: 'address after redirects' },
        status: { type: 'integer' },
        content_type: textOrNull,
        size: { type: 'integer', description: 'bytes' },
        fetched_at: { ...text, description: 'ISO 8601 in UTC' },
      },
    },
    failure: FAILURE,
  },
} as const

export const TRIAL = {
  type: 'object',
  properties: {
    url: { ...text, description: 'address after redirects' },
    status: { ...integerOrNull, description: 'HTTP status; null when nothing answered or was asked' },
    article: {
      type: ['object', 'null'],
      properties: {
        title: textOrNull,
        content: { ...text, description: 'HTML, cleaned' },
        language: textOrNull,
        mimetype: text,
        preview_picture: textOrNull,
        reading_time: { type: 'integer', description: 'minutes at 200 words a minute' },
        authors: { type: 'array', items: text },
        published_at: { ...textOrNull, description: 'ISO 8601 in UTC' },
        summary: textOrNull,
      },
    },
    failure: { ...FAILURE, description: 'why there is no article; null when there is one' },
    steps: STEPS,
    ms: { type: 'integer', description: 'time it took, fetching included' },
  },
} as const

export const FAILING_HOSTS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      host: text,
      count: { type: 'integer', description: 'entries whose last fetch failed' },
      reason: { ...text, description: 'code of the latest failure' },
      message: { ...text, description: 'a sentence for readers' },
      last_failed_at: { ...text, description: 'ISO 8601 in UTC' },
    },
  },
} as const
