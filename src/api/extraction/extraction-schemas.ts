/** Schemas of extraction results for the API reference. They document responses and do not validate them. */

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const integerOrNull = { type: ['integer', 'null'] } as const

const STEPS = {
  type: 'array',
  description: 'results of the extraction steps, in order',
  items: { type: 'object', properties: { name: text, note: text } },
} as const

const FAILURE = {
  type: ['object', 'null'],
  description: 'reason why the text is missing or was not updated; null if nothing failed',
  properties: {
    code: { ...text, description: 'code such as `needs_login`; docs/errors.md lists all' },
    message: { ...text, description: 'explanation for users' },
    next: { ...text, description: 'advice for users' },
    failed_at: { ...textOrNull, description: 'ISO 8601 in UTC' },
  },
} as const

export const EXTRACTION_EXPLANATION = {
  type: 'object',
  properties: {
    source: { ...text, enum: ['given', 'page', 'none'], description: 'source of the text' },
    extractor_version: { ...integerOrNull, description: 'null if the text was not extracted' },
    steps: STEPS,
    capture: {
      type: ['object', 'null'],
      description: "stored response of the page's server; null if there is none",
      properties: {
        url: { ...text, description: 'address after redirects' },
        status: { type: 'integer' },
        content_type: textOrNull,
        size: { type: 'integer', description: 'size in bytes' },
        fetched_at: { ...text, description: 'ISO 8601 in UTC' },
      },
    },
    failure: FAILURE,
  },
} as const

export const EXTRACTION_TRIAL = {
  type: 'object',
  properties: {
    url: { ...text, description: 'address after redirects' },
    status: { ...integerOrNull, description: 'HTTP status; null if the server did not respond or no request was sent' },
    article: {
      type: ['object', 'null'],
      properties: {
        title: textOrNull,
        content: { ...text, description: 'sanitised HTML' },
        language: textOrNull,
        mimetype: text,
        preview_picture: textOrNull,
        reading_time: { type: 'integer', description: 'minutes at 200 words per minute' },
        authors: { type: 'array', items: text },
        published_at: { ...textOrNull, description: 'ISO 8601 in UTC' },
        summary: textOrNull,
      },
    },
    failure: { ...FAILURE, description: 'reason why there is no article; null if there is one' },
    steps: STEPS,
    ms: { type: 'integer', description: 'duration in milliseconds, including the fetch' },
  },
} as const

export const FAILING_HOSTS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      host: text,
      count: { type: 'integer', description: 'number of entries whose last fetch failed' },
      reason: { ...text, description: 'code of the latest failure' },
      message: { ...text, description: 'explanation for users' },
      last_failed_at: { ...text, description: 'ISO 8601 in UTC' },
    },
  },
} as const
