import type { FastifyInstance } from 'fastify'
import type { IsRegistrationOpen } from '../../users/registration-choice.ts'
import { sendJson } from '../wire/send-json.ts'

/**
 * The wallabag version that the API reports. Clients detect features by it. Some compare it as text, so it must stay
 * `2.6.x` with x below 100 (wallabag contract 2.12).
 */
const COMPATIBLE_VERSION = '2.6.14'

export interface VersionRoutesDeps {
  /** Dogear's own version */
  readonly version: string
  /** returns true if visitors may create accounts through the API */
  readonly isRegistrationOpen: IsRegistrationOpen
}

export function addVersionRoutes(app: FastifyInstance, { version, isRegistrationOpen }: VersionRoutesDeps): void {
  const config = { isPublic: true }
  app.get('/version', { schema: VERSION_SCHEMA, config }, (_request, reply) => sendJson(reply, COMPATIBLE_VERSION))
  app.get('/info', { schema: INFO_SCHEMA, config }, async (_request, reply) =>
    sendJson(reply, {
      appname: 'wallabag',
      version: COMPATIBLE_VERSION,
      allowed_registration: await isRegistrationOpen(),
      server: { name: 'dogear', version },
    }),
  )
}

const VERSION_SCHEMA = {
  summary: 'Version of the API',
  description: 'A JSON string: the version of wallabag with which the API is compatible.',
  tags: ['Server'],
  response: { 200: { type: 'string' } },
} as const

const INFO_SCHEMA = {
  summary: 'About this server',
  tags: ['Server'],
  response: {
    200: {
      type: 'object',
      properties: {
        appname: { type: 'string' },
        version: { type: 'string' },
        allowed_registration: { type: 'boolean' },
        server: { type: 'object', properties: { name: { type: 'string' }, version: { type: 'string' } } },
      },
    },
  },
} as const
