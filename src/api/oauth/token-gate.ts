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
 * Requires a token on every route that is not marked public, so that new routes are closed by default. Looks for the
 * token before anything else; waits for the body only where a form may contain the token. A request without a valid
 * token counts as anonymous.
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

/** Lets a request without a token continue to a public route, or to the parsing of its body. */
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
 * Counts and refuses a request whose token is invalid, or that has several.
 * @throws the error of the token, except where every request gets the same response
 */
async function refuse(deps: AuthenticationDeps, request: FastifyRequest, error: unknown): Promise<void> {
  if (!(error instanceof OauthError)) throw error
  await countAnonymousRequest(deps, request)
  if (!isOpen(request)) throw error
}

/**
 * Without a token in the header, a body has the ordinary size limit: apps with the token in a form send no articles.
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

/** A hook that creates no promise unless it has to wait: Fastify accepts a promise or the call of `done`. */
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

/** Preflights, unknown addresses and wrong methods get the same response with and without a token. */
function isOpen(request: FastifyRequest): boolean {
  const isRefusal = request.routeOptions.config.isRefusal === true && !namesMethod(request)
  return request.method === 'OPTIONS' || request.is404 || isRefusal
}

/** Whether a form names another method, which replaces that of the request. Known once the body is parsed. */
function namesMethod(request: FastifyRequest): boolean {
  return request.method === 'POST' && fieldsOf(request).has('_method')
}

function needsViewer({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isPublic !== true
}

function mayHoldToken({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}
