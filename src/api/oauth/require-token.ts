import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { countAnonymousRequest, refundAnonymousRequest } from '../../throttling/anonymous-requests.ts'
import { authenticationRequired, bearerToken, findViewer, severalTokens } from './authentication.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { fieldsOf } from '../wire/request-context.ts'

/**
 * Requires a token on every route that is not marked public, so that new routes are protected by default. The header
 * and the query are checked first; the body is only awaited if it is a form that may contain the token. Requests
 * without a valid token count against the limit for anonymous requests.
 */
export function addAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  addSyncHook(app, 'onRequest', (request) => {
    let viewer: Viewer | Promise<Viewer> | undefined
    try {
      const token = bearerToken(request, undefined, deps.hasQueryTokens)
      if (token !== undefined) viewer = findViewer(deps, token)
    } catch (error) {
      return refuse(deps, request, error)
    }
    if (viewer === undefined) return admitAnonymousRequest(deps, request)
    if (viewer instanceof Promise) return setLater(request, viewer).catch((error) => refuse(deps, request, error))
    request.viewer = viewer
    return undefined
  })
  addSyncHook(app, 'preHandler', (request) => {
    if (request.viewer && mayHoldToken(request) && fieldsOf(request).has('access_token')) throw severalTokens()
    if (request.viewer || !needsViewer(request) || isOpen(request)) return undefined
    const token = bearerToken(request, fieldsOf(request), deps.hasQueryTokens)
    if (token === undefined) throw authenticationRequired()
    return setLater(request, findViewer(deps, token)).then(() => refundAnonymousRequest(deps, request))
  })
}

/**
 * Handles a request whose header and query contain no token.
 * @throws if its route requires a token and its body cannot contain one, or its body is too long
 */
function admitAnonymousRequest(deps: AuthenticationDeps, request: FastifyRequest): void | Promise<void> {
  const goOn = (): void => {
    if (isOpen(request)) return
    if (needsViewer(request) && !mayHoldToken(request)) throw authenticationRequired()
    if (mayBeLong(request)) throw tooLarge()
  }
  const counted = countAnonymousRequest(deps, request)
  return counted ? counted.then(goOn) : goOn()
}

/**
 * Counts a request whose token is invalid, or that contains several tokens, as anonymous.
 * @throws the error, unless the route sends the same response to every request
 */
async function refuse(deps: AuthenticationDeps, request: FastifyRequest, error: unknown): Promise<void> {
  if (!(error instanceof OauthError)) throw error
  await countAnonymousRequest(deps, request)
  if (!isOpen(request)) throw error
}

/**
 * @returns true if the body exceeds, or may exceed, the size limit for ordinary bodies. The higher limit for articles
 *   only applies to requests with a token in the header, because apps that send the token in a form send no articles.
 */
function mayBeLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > ORDINARY_BODY
}

function tooLarge(): AppError {
  return new AppError('too_large', `a form without an Authorization header has at most ${ORDINARY_BODY} bytes`)
}

async function setLater(request: FastifyRequest, viewer: Viewer | Promise<Viewer>): Promise<void> {
  request.viewer = await viewer
}

/**
 * Adds a hook that creates a promise only if it has to wait. Fastify accepts either a promise or a call of `done`.
 */
function addSyncHook(
  app: FastifyInstance,
  name: 'onRequest' | 'preHandler',
  work: (request: FastifyRequest) => void | Promise<void>,
): void {
  app.addHook(name, (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const waiting = work(request)
    if (!waiting) done()
    return waiting
  })
}

/**
 * @returns true for preflights, unknown addresses and wrong methods, which get the same response with and without a
 *   token
 */
function isOpen(request: FastifyRequest): boolean {
  const isRefusal = request.routeOptions.config.isRefusal === true && !namesMethod(request)
  return request.method === 'OPTIONS' || request.is404 || isRefusal
}

/**
 * @returns true if a form names another method in the field `_method`, which replaces the method of the request. The
 *   result is only correct after the body was parsed.
 */
function namesMethod(request: FastifyRequest): boolean {
  return request.method === 'POST' && fieldsOf(request).has('_method')
}

function needsViewer({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isPublic !== true
}

function mayHoldToken({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}
