import type { FastifyInstance } from 'fastify'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'

export interface ConfigRoutesDeps {
  readonly findConfig: (owner: UserId) => Promise<UserConfig>
  /** @returns the secret token of the user's feeds; undefined if the user has none */
  readonly revealFeedToken: (config: UserConfig) => string | undefined
}

/**
 * Adds the route that reads the user's settings (wallabag contract section 2.10). The response omits members without a
 * value.
 */
export function addConfigRoutes(app: FastifyInstance, deps: ConfigRoutesDeps): void {
  app.get('/config', { schema: SCHEMA }, async (request, reply) => {
    const { id } = viewerOf(request)
    const config = await deps.findConfig(id)
    const members = { id, ...wireConfig(config), feed_token: deps.revealFeedToken(config) }
    return sendJson(reply, withoutNulls(members))
  })
}

/** @returns the settings in the format of the API. Members without a value are null. */
export function wireConfig(config: UserConfig) {
  return {
    items_per_page: config.itemsPerPage,
    language: config.language,
    feed_limit: config.feedLimit,
    reading_speed: withDecimals(config.readingSpeed),
    action_mark_as_read: config.actionMarkAsRead,
    list_mode: config.listMode,
    display_thumbnails: config.displayThumbnails,
    font: config.font,
    fontsize: config.fontSize,
    line_height: config.lineHeight,
    max_width: config.maxWidth,
  }
}

/**
 * @returns a number that JSON writes with decimals, such as `200.0`. Clients in typed languages might read `200` as an
 *   integer.
 */
function withDecimals(value: number): unknown {
  const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
  return rawJSON(Number.isInteger(value) ? value.toFixed(1) : String(value))
}

function withoutNulls(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined))
}

const number = { type: 'number' } as const
const integer = { type: 'integer' } as const

const SCHEMA = {
  summary: 'Read your settings',
  tags: ['User'],
  security: [{ bearer: [] }],
  response: {
    200: {
      type: 'object',
      description: 'Members without a value are absent.',
      properties: {
        id: integer,
        items_per_page: integer,
        language: { type: 'string' },
        feed_limit: integer,
        reading_speed: { ...number, description: 'words per minute' },
        action_mark_as_read: {
          ...integer,
          description: 'page after archiving an entry: 0 for the list, 1 for the entry',
        },
        list_mode: integer,
        display_thumbnails: integer,
        feed_token: { type: 'string', description: 'absent until the user has created one' },
        font: { type: 'string' },
        fontsize: number,
        line_height: number,
        max_width: number,
      },
    },
    401: OAUTH_ERROR,
  },
} as const
