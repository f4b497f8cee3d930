import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { tokenGranter } from '../../oauth/grant-token.ts'
import type { GrantTokenDeps } from '../../oauth/token-request.ts'
import { tokenRevoker } from '../../oauth/revoke-token.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { sendJson } from '../wire/send-json.ts'
import { tokenRequest } from './token-request.ts'

const PARAMETERS = {
  grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
  client_id: { type: 'string', description: 'or as the user of HTTP Basic' },
  client_secret: { type: 'string', description: 'or as the password of HTTP Basic' },
  username: { type: 'string', description: 'name or e-mail, for `password`' },
  password: { type: 'string', description: 'for `password`' },
  refresh_token: { type: 'string', description: 'for `refresh_token`' },
} as const

const TOKEN = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    expires_in: { type: 'integer', description: 'seconds' },
    token_type: { type: 'string', enum: ['bearer'] },
    scope: { type: 'null' },
    refresh_token: { type: 'string', description: 'good for one use' },
  },
} as const

const DESCRIPTION =
  'Grants `password` and `refresh_token`. Parameters stand in a form or JSON body, or in the query; the client may ' +
  'also be named with HTTP Basic, which then alone counts. Every refusal is a 400 that says why.'

const SCHEMA = {
  description: DESCRIPTION,
  tags: ['OAuth'],
  response: { 200: TOKEN, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
}

/** Adds the two endpoints that issue tokens (contract section 1) and revoke them. */
export function addOauthRoutes(app: FastifyInstance, deps: GrantTokenDeps): void {
  addRevocation(app, deps)
  const grant = tokenGranter(deps)
  const handler = (request: FastifyRequest) => grant(tokenRequest(request))
  const answer = { type: 'object', properties: PARAMETERS }
  const post = {
    ...SCHEMA,
    summary: 'Obtain a token',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    body: answer,
  }
  const get = { ...SCHEMA, summary: 'Obtain a token (query)', querystring: answer }
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
          scope: null,
          refresh_token: pair.refreshToken,
        })
      },
    })
  }
}

const REVOCATION = {
  summary: 'End a token',
  description:
    'RFC 7009. Ends the access or refresh token and all others that came from the same entry of the password. A token ' +
    'that is unknown already is no error. The client is named as at the token endpoint.',
  tags: ['OAuth'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  body: {
    type: 'object',
    required: ['token'],
    properties: {
      token: { type: 'string', description: 'access or refresh token' },
      token_type_hint: { type: 'string', description: 'is not needed and not looked at' },
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
