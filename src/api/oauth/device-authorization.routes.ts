import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { checkResource } from '../../oauth/check-resource.ts'
import { deviceResponse, startDeviceSignIn, type StartDeviceDeps } from '../../oauth/device/start-device-sign-in.ts'
import { readRequestedScopes } from '../../oauth/requested-scopes.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { sendJson } from '../wire/send-json.ts'
import { tokenRequest } from './read-token-request.ts'

export type DeviceAuthorizationDeps = StartDeviceDeps & { readonly baseUrl: string }

const STARTED = {
  type: 'object',
  properties: {
    device_code: { type: 'string' },
    user_code: { type: 'string', description: 'the code that the device shows' },
    verification_uri: { type: 'string', description: 'the page on which the user enters the code' },
    verification_uri_complete: { type: 'string', description: 'the same page, with the code' },
    expires_in: { type: 'integer', description: 'seconds' },
    interval: { type: 'integer', description: 'seconds between two requests for a token' },
  },
} as const

const SCHEMA = {
  summary: 'Start the sign-in of a device',
  description: 'RFC 8628. For registered apps on devices without a browser or a keyboard.',
  tags: ['OAuth'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  body: {
    type: 'object',
    required: ['client_id'],
    properties: {
      client_id: { type: 'string' },
      scope: { type: 'string', description: '`read`, `save` and `write`, separated by spaces; `read` if absent' },
      resource: { type: 'string', description: 'address of this server or of a part of it (RFC 8707)' },
    },
  },
  response: { 200: STARTED, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
}

/** Adds the endpoint at which devices get the code that their users enter. */
export function addDeviceAuthorization(app: FastifyInstance, deps: DeviceAuthorizationDeps): void {
  app.post(
    OAUTH_PATHS.startDevice,
    { schema: SCHEMA, config: { isPublic: true, anonymousCost: 'refused' }, bodyLimit: CREDENTIALS_BODY },
    async (request: FastifyRequest, reply) => {
      const { parameters, caller } = tokenRequest(request)
      checkResource(parameters.get('resource'), deps.baseUrl)
      const scopes = readRequestedScopes(parameters.get('scope'))
      const started = await startDeviceSignIn(deps, { appId: parameters.get('client_id') ?? '', scopes, caller })
      reply.header('cache-control', 'no-store, private').header('pragma', 'no-cache')
      return sendJson(reply, deviceResponse(started, deps.baseUrl))
    },
  )
}
