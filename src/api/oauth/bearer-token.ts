import type { FastifyRequest } from 'fastify'
import type { Authenticate, Viewer } from '../../oauth/authenticate.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import type { AnonymousRequestDeps } from '../../throttling/anonymous-requests.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { queryText, type Query } from '../wire/query-values.ts'

export interface AuthenticationDeps extends AnonymousRequestDeps {
  readonly authenticate: Authenticate
  readonly callsPerToken: Throttle
  /** true if the query parameter `access_token` may contain the token */
  readonly hasQueryTokens: boolean
}

/**
 * Finds the token of a request in the `Authorization` header, in the query, or in a form body (wallabag contract 0.8).
 * @param fields the fields of the body, if it is a form
 * @returns undefined if the request contains no token
 * @throws OauthError 400 if the request contains several tokens (RFC 6750, section 3.1)
 */
export function bearerToken(
  request: FastifyRequest,
  fields: FormFields | undefined,
  hasQueryTokens: boolean,
): string | undefined {
  const inHeader = headerToken(request)
  const inQuery = hasQueryTokens ? queryText(request.query as Query, 'access_token') : undefined
  const inBody = fields?.get('access_token')
  const tokens = [inHeader, inQuery, inBody].filter((token) => typeof token === 'string')
  if (tokens.length > 1) throw severalTokens()
  return tokens[0]
}

export function severalTokens(): OauthError {
  const text = 'Only one method may be used to authenticate at a time (Auth header, GET or POST).'
  return new OauthError(400, 'invalid_request', text)
}

/**
 * @returns the token in the `Authorization` header (RFC 6750); undefined if there is no such header, or if its scheme
 *   is not `Bearer` (in any letter case)
 */
function headerToken({ raw, headers }: FastifyRequest): string | undefined {
  const value = headers.authorization
  if (value === undefined) return undefined
  if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length > 1) {
    throw new OauthError(400, 'invalid_request', 'Malformed auth header')
  }
  return /^bearer\s(.*)$/is.exec(value)?.[1]
}

/**
 * @returns the owner of the token. If the owner is cached and calls are not limited, the result is not a promise, which
 *   saves time.
 * @throws OauthError 401 for an invalid token, even on public routes
 */
export function findViewer(
  { authenticate, callsPerToken }: AuthenticationDeps,
  token: string,
): Viewer | Promise<Viewer> {
  const viewer = authenticate(token)
  return callsPerToken.isUnlimited ? viewer : countCall(callsPerToken, token, viewer)
}

/**
 * Counts a call against the limit of its token. Only valid tokens get a counter, so that made-up tokens cannot fill the
 * memory.
 */
async function countCall(callsPerToken: Throttle, token: string, found: Viewer | Promise<Viewer>): Promise<Viewer> {
  const viewer = await found
  await callsPerToken.take(token)
  return viewer
}

export function authenticationRequired(): OauthError {
  return new OauthError(401, 'access_denied', 'OAuth2 authentication required')
}
