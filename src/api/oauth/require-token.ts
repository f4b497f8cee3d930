import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { countAnonymousRequest, refundAnonymousRequest } from '../../throttling/anonymous-requests.ts'
import { viewerOfAppPassword, type AppPasswordDeps } from '../../keys/app-password-viewer.ts'
import { authenticationRequired, bearerToken, findViewer, severalTokens } from './bearer-token.ts'
import type { AuthenticationDeps } from './bearer-token.ts'
import { fieldsOf } from '../wire/request-context.ts'

/**
 * Requires a token on every route that is not marked as public, so new routes are protected by default. A token may
 * also be a field of a form, so if the header and the query contain none, the decision waits until the body is parsed.
 * Requests without a valid token count against the limit for anonymous requests.
 */
export function addTokenAuthentication(app: FastifyInstance, deps: AuthenticationDeps & AppPasswordDeps): void {
  addSyncHook(app, 'onRequest', (request) => {
    if (!request.routeOptions.config.acceptsAppPassword) return admitToken(deps, request)
    return withAppPassword(deps, request)
  })
  addSyncHook(app, 'preHandler', (request) => {
    if (request.viewer && mayContainToken(request) && fieldsOf(request).has('access_token')) throw severalTokens()
    // The body is parsed only now, and may name another method, which needs a scope.
    if (request.viewer && namesMethod(request)) admitViewer(request, request.viewer)
    if (request.viewer || !needsViewer(request) || isOpen(request)) return undefined
    const token = bearerToken(request, fieldsOf(request), deps.hasQueryTokens)
    if (token === undefined) throw authenticationRequired()
    return setAfterToken(request, findViewer(deps, token)).then(() => refundAnonymousRequest(deps, request))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * whether the route accepts an app password in place of an access token, for programs that send one value that the
     * user types, such as SingleFile
     */
    readonly acceptsAppPassword?: boolean
  }
}

/** Sets the viewer of a request with an app password in its header, and otherwise looks for a token. */
async function withAppPassword(deps: AuthenticationDeps & AppPasswordDeps, request: FastifyRequest): Promise<void> {
  const key = /^(?:token|bearer)\s+(\S{1,200})\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  const viewer = key === undefined ? undefined : await viewerOfAppPassword(deps, key)
  return viewer ? admitViewer(request, viewer) : admitToken(deps, request)
}

/** Sets the viewer of a request with a token in its header or query, and counts other requests as anonymous. */
function admitToken(deps: AuthenticationDeps, request: FastifyRequest): void | Promise<void> {
  let viewer: Viewer | Promise<Viewer> | undefined
  try {
    const token = bearerToken(request, undefined, deps.hasQueryTokens)
    if (token !== undefined) viewer = findViewer(deps, token)
  } catch (error) {
    return refuse(deps, request, error)
  }
  if (viewer === undefined) return admitAnonymousRequest(deps, request)
  if (viewer instanceof Promise) return setAfterToken(request, viewer).catch((error) => refuse(deps, request, error))
  return admitViewer(request, viewer)
}

/**
 * Counts a request without a token in its header and query as anonymous, and checks whether it may continue.
 * @throws if the route requires a token and the body cannot contain one, or if the body is too long
 */
function admitAnonymousRequest(deps: AuthenticationDeps, request: FastifyRequest): void | Promise<void> {
  const goOn = (): void => {
    if (isOpen(request)) return
    if (needsViewer(request) && !mayContainToken(request)) throw authenticationRequired()
    if (mayBeLong(request)) throw tooLarge()
  }
  const counted = countAnonymousRequest(deps, request)
  return counted ? counted.then(goOn) : goOn()
}

/**
 * Counts a request with an invalid token, or with several tokens, as anonymous.
 * @throws the given error, even on public routes, unless `isOpen` is true for the request
 */
async function refuse(deps: AuthenticationDeps, request: FastifyRequest, error: unknown): Promise<void> {
  if (!(error instanceof OauthError)) throw error
  await countAnonymousRequest(deps, request)
  if (!isOpen(request)) throw error
}

/**
 * @returns true if the body may be larger than the limit for ordinary bodies. Larger bodies require a token in the
 *   header.
 */
function mayBeLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > ORDINARY_BODY
}

function tooLarge(): AppError {
  return new AppError('too_large', `a form without an Authorization header has at most ${ORDINARY_BODY} bytes`)
}

async function setAfterToken(request: FastifyRequest, viewer: Viewer | Promise<Viewer>): Promise<void> {
  admitViewer(request, await viewer)
}

/**
 * Sets the viewer of a request.
 * @throws AppError `forbidden` if the route requires a token, and the token lacks the scope of the route
 */
function admitViewer(request: FastifyRequest, viewer: Viewer): void {
  request.viewer = viewer
  if (!needsViewer(request) || isOpen(request)) return
  const { method, routeOptions } = request
  const scope = routeOptions.config.scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')
  if (viewer.scopes.includes(scope)) return
  const text = `This token does not allow the request: it lacks the scope "${scope}".`
  throw new AppError('forbidden', text, { details: { scope } })
}

/**
 * Adds a hook that runs `work`. If `work` returns a promise, Fastify waits for it. Otherwise, the hook calls `done` at
 * once, which is faster than returning a promise.
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
 * @returns true for preflight requests, unknown addresses and wrong methods. Their response is the same with and
 *   without a token.
 */
function isOpen(request: FastifyRequest): boolean {
  const isRefusal = request.routeOptions.config.isRefusal === true && !namesMethod(request)
  return request.method === 'OPTIONS' || request.is404 || isRefusal
}

/**
 * @returns true if a form names another method in its field `_method`, which then replaces the method of the request.
 *   The result is correct only after the body has been parsed.
 */
function namesMethod(request: FastifyRequest): boolean {
  return request.method === 'POST' && fieldsOf(request).has('_method')
}

function needsViewer({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isPublic !== true
}

function mayContainToken({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}
