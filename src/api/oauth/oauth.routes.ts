import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { tokenGranter } from '../../oauth/grant-token.ts'
import type { GrantTokenDeps, TokenRequest } from '../../oauth/token-request.ts'
import { tokenRevoker } from '../../oauth/revoke-token.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { sendJson } from '../wire/send-json.ts'
import { isRepeated, sentText } from '../../kernel/form-body.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { Query } from '../wire/query-values.ts'
import { fieldsOf } from '../wire/request-context.ts'

const PARAMETERS = {
  grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
  client_id: { type: 'string', description: 'client id; can also be the username of HTTP Basic' },
  client_secret: { type: 'string', description: 'client secret; can also be the password of HTTP Basic' },
  username: { type: 'string', description: 'username or e-mail address, for the grant `password`' },
  password: { type: 'string', description: 'for the grant `password`' },
  refresh_token: { type: 'string', description: 'for the grant `refresh_token`' },
} as const

const TOKEN = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    expires_in: { type: 'integer', description: 'lifetime in seconds' },
    token_type: { type: 'string', enum: ['bearer'] },
    scope: {
      type: ['string', 'null'],
      description: 'scopes of the app password, separated by spaces: `read`, `save`, `write`; null for all',
    },
    refresh_token: { type: 'string', description: 'can be used once' },
  },
} as const

const DESCRIPTION =
  'Supports the grants `password` and `refresh_token`. Parameters are sent in a form, a JSON body or the query. HTTP Basic ' +
  'credentials take precedence over the parameters. Every refused request gets status 400 and the reason.'

const SCHEMA = {
  description: DESCRIPTION,
  tags: ['OAuth'],
  response: { 200: TOKEN, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
}

/** Adds the two endpoints that issue tokens (wallabag contract section 1) and revoke them. */
export function addOauthRoutes(app: FastifyInstance, deps: GrantTokenDeps): void {
  addRevocation(app, deps)
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

const NAMES = [
  'token',
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'refresh_token',
  'scope',
  'code',
  'redirect_uri',
]

/**
 * Reads the parameters of a token request from the body and the query. Leaves their texts unchanged, without Unicode
 * normalisation, because a changed password would be wrong.
 * @throws OauthError `invalid_request` for a repeated parameter (RFC 6749, section 3.2). The body and the query may
 *   contain the same value, because some apps send all parameters in both.
 */
function tokenRequest(request: FastifyRequest): TokenRequest {
  const parameters = new Map<string, string>()
  for (const name of NAMES) {
    const value = parameterOf(request, name)
    if (value !== undefined) parameters.set(name, value)
  }
  return { parameters, basic: basicCredentials(request), caller: callerOf(request) }
}

function parameterOf(request: FastifyRequest, name: string): string | undefined {
  const fields = fieldsOf(request)
  const query = request.query as Query
  const inQuery = query[name]
  const [inBody, isInBody] = [sentText(fields, name), (fields.get(name) ?? null) !== null]
  const isTwice = isInBody && inQuery !== undefined && inBody !== inQuery
  if (isTwice || isRepeated(fields, name) || isRepeatedInQuery(query, name)) {
    throw new OauthError(400, 'invalid_request', `The parameter "${name}" must not be given more than once`)
  }
  if (isInBody) return inBody
  return typeof inQuery === 'string' ? inQuery : undefined
}

/**
 * @returns true if the query contains the parameter twice, or as both `name` and `name[]`. `name[]` alone counts as
 *   missing.
 */
function isRepeatedInQuery(query: Query, name: string): boolean {
  const value = query[name]
  if (value === undefined) return false
  return Array.isArray(value) || Object.keys(query).some((key) => key.startsWith(`${name}[`))
}

/** @returns client id and secret from an HTTP Basic header (RFC 7617); undefined if the header is missing or invalid */
function basicCredentials({ headers }: FastifyRequest): TokenRequest['basic'] {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
}
