import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticationRequired, bearerToken, findViewer, severalTokens } from './authentication.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addCors } from './cors.ts'
import { sendApiError } from './errors.ts'
import { watchMethods } from './method-routes.ts'
import type { Viewer } from '../oauth/authenticate.ts'
import { fieldsOf } from './request-context.ts'
import { addSlashRedirect } from './trailing-slash.ts'

/**
 * The habits of everything under `/api`: bodies, cross-origin calls, tokens, errors, and an answer to every method of a
 * known path.
 * @param addRoutes adds the routes; they are closed to strangers unless they say otherwise
 */
export async function openApiDoor(
  app: FastifyInstance,
  deps: AuthenticationDeps,
  addRoutes: () => void | Promise<void>,
): Promise<void> {
  addBodyParsers(app)
  addCors(app, '/api/*', 'POST, PUT, PATCH, GET, DELETE')
  addSlashRedirect(app)
  app.decorateRequest('viewer', null)
  addAuthentication(app, deps)
  app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
  const addOtherMethods = watchMethods(app)
  await addRoutes()
  addOtherMethods()
}

/**
 * Asks for a token on every route that does not say it is public: a new route without a word about it is closed. The
 * token is looked for before the body is read; only where it may stand in a form is the body waited for.
 */
function addAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  const setViewer = (request: FastifyRequest, token: string): void | Promise<void> => {
    const viewer = findViewer(deps, token)
    if (viewer instanceof Promise) return setLater(request, viewer)
    request.viewer = viewer
    return undefined
  }
  addSyncHook(app, 'onRequest', (request) => {
    if (isOpen(request)) return undefined
    const token = bearerToken(request, undefined, deps.hasQueryTokens)
    if (token !== undefined) return setViewer(request, token)
    if (needsViewer(request) && !mayHoldToken(request)) throw authenticationRequired()
    return undefined
  })
  addSyncHook(app, 'preHandler', (request) => {
    if (request.viewer && mayHoldToken(request) && fieldsOf(request).has('access_token')) throw severalTokens()
    if (request.viewer || !needsViewer(request) || isOpen(request)) return undefined
    const token = bearerToken(request, fieldsOf(request), deps.hasQueryTokens)
    if (token === undefined) throw authenticationRequired()
    return setViewer(request, token)
  })
}

async function setLater(request: FastifyRequest, viewer: Promise<Viewer>): Promise<void> {
  request.viewer = await viewer
}

/** A hook that costs no promise when it has nothing to wait for: Fastify takes a promise or the call of `done`. */
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

/** Preflights, unknown addresses and known ones with the wrong method are answered to anybody. */
function isOpen(request: FastifyRequest): boolean {
  const isRefusal = request.routeOptions.config.isRefusal === true && !namesMethod(request)
  return request.method === 'OPTIONS' || request.is404 || isRefusal
}

/** A form that names another method is as good as a request by that method. Known once the body is read. */
function namesMethod(request: FastifyRequest): boolean {
  return request.method === 'POST' && fieldsOf(request).has('_method')
}

function needsViewer({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isPublic !== true
}

function mayHoldToken({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}
