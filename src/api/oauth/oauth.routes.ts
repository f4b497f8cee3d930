import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { DEVICE_GRANT } from '../../oauth/apps/registered-app.ts'
import { tokenGranter } from '../../oauth/grant-token.ts'
import type { GrantTokenDeps } from '../../oauth/token-request.ts'
import { tokenRevoker } from '../../oauth/revoke-token.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { tokenRequest } from './read-token-request.ts'
import { addAppRegistration, type AppRegistrationDeps } from './app-registration.routes.ts'
import { addDeviceAuthorization, type DeviceAuthorizationDeps } from './device-authorization.routes.ts'
import { sendJson } from '../wire/send-json.ts'

const PARAMETERS = {
  grant_type: {
    type: 'string',
    enum: ['password', 'refresh_token', 'authorization_code', DEVICE_GRANT],
  },
  client_id: { type: 'string', description: 'client id; can also be the username of HTTP Basic' },
  client_secret: {
    type: 'string',
    description: 'client secret; can also be the password of HTTP Basic. Registered apps have none.',
  },
  username: { type: 'string', description: 'username or e-mail address, for the grant `password`' },
  password: { type: 'string', description: 'for the grant `password`' },
  refresh_token: { type: 'string', description: 'for the grant `refresh_token`' },
  code: { type: 'string', description: 'for the grant `authorization_code`' },
  redirect_uri: { type: 'string', description: 'for the grant `authorization_code`: as in the authorization request' },
  code_verifier: { type: 'string', description: 'for the grant `authorization_code` (RFC 7636)' },
  device_code: { type: 'string', description: 'for the grant of devices (RFC 8628)' },
  resource: { type: 'string', description: 'address of this server or of a part of it (RFC 8707)' },
} as const

const TOKEN = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    expires_in: { type: 'integer', description: 'lifetime in seconds' },
    token_type: { type: 'string', enum: ['bearer'] },
    scope: {
      type: ['string', 'null'],
      description: 'scopes of the app or the app password, separated by spaces: `read`, `save`, `write`; null for all',
    },
    refresh_token: { type: 'string', description: 'can be used once' },
  },
} as const

const DESCRIPTION =
  'Supports the grants `password` and `refresh_token`, and for registered apps `authorization_code` and that of devices. ' +
  'Parameters are sent in a form, a JSON body or the query. HTTP Basic credentials take precedence over the parameters, ' +
  'and may be encoded as in a form (RFC 6749, section 2.3.1). ' +
  'Every refused request gets status 400 and the reason.'

const SCHEMA = {
  description: DESCRIPTION,
  tags: ['OAuth'],
  response: { 200: TOKEN, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
}

export type OauthRoutesDeps = GrantTokenDeps & AppRegistrationDeps & DeviceAuthorizationDeps

/**
 * Adds the endpoints that issue tokens (wallabag contract section 1) and revoke them, register apps, and start the sign-in
 * of devices.
 */
export function addOauthRoutes(app: FastifyInstance, deps: OauthRoutesDeps): void {
  addRevocation(app, deps)
  addAppRegistration(app, deps)
  addDeviceAuthorization(app, deps)
  const grant = tokenGranter(deps)
  const handler = (request: FastifyRequest) => grant(tokenRequest(request))
  const parameters = { type: 'object', properties: PARAMETERS }
  const post = {
    ...SCHEMA,
    summary: 'Obtain a token',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    body: parameters,
  }
  const get = { ...SCHEMA, summary: 'Obtain a token with query parameters', querystring: parameters }
  for (const [method, schema] of [['POST', post] as const, ['GET', get] as const]) {
    app.route({
      method,
      url: '/oauth/v2/token',
      schema,
      config: { isPublic: true, anonymousCost: 'refused' },
      bodyLimit: CREDENTIALS_BODY,
      handler: async (request, reply) => {
        const pair = await handler(request)
        reply.header('cache-control', 'no-store, private').header('pragma', 'no-cache')
        return sendJson(reply, {
          access_token: pair.accessToken,
          expires_in: pair.expiresIn,
          token_type: 'bearer',
          scope: pair.scope,
          refresh_token: pair.refreshToken,
        })
      },
    })
  }
}

const REVOCATION = {
  summary: 'Revoke a token',
  description:
    'RFC 7009. Revokes an access or refresh token and all other tokens of the same sign-in. An unknown token is not an ' +
    'error. The client is identified as at the token endpoint.',
  tags: ['OAuth'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  body: {
    type: 'object',
    required: ['token'],
    properties: {
      token: { type: 'string', description: 'access or refresh token' },
      token_type_hint: { type: 'string', description: 'ignored' },
      client_id: PARAMETERS.client_id,
      client_secret: PARAMETERS.client_secret,
    },
  },
  response: { 200: { type: 'object' }, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
} as const

function addRevocation(app: FastifyInstance, deps: GrantTokenDeps): void {
  const revoke = tokenRevoker(deps)
  app.post(
    '/oauth/v2/revoke',
    { schema: REVOCATION, config: { isPublic: true, anonymousCost: 'refused' }, bodyLimit: CREDENTIALS_BODY },
    async (request: FastifyRequest, reply) => {
      await revoke(tokenRequest(request))
      reply.header('cache-control', 'no-store, private').header('pragma', 'no-cache')
      return sendJson(reply, {})
    },
  )
}
