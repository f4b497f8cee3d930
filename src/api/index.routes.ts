import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { authenticationRequired, bearerToken, findViewer, type AuthenticationDeps } from './authentication.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addCors } from './cors.ts'
import { sendApiError } from './errors.ts'
import { entriesRoutes, type EntriesRoutesDeps } from './entries.routes.ts'
import { watchMethods } from './method-routes.ts'
import { oauthRoutes } from './oauth.routes.ts'
import type { GrantTokenDeps } from '../oauth/grant-token.ts'
import { fieldsOf } from './request-context.ts'
import { versionRoutes, type VersionRoutesDeps } from './version.routes.ts'

export type ApiDeps = AuthenticationDeps & EntriesRoutesDeps & GrantTokenDeps & VersionRoutesDeps

/** Everything under `/api`, all routes of it in one place. */
export function apiRoutes(deps: ApiDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/api/*', 'POST, PUT, PATCH, GET, DELETE')
    app.decorateRequest('viewer', null)
    addAuthentication(app, deps)
    app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    app.setNotFoundHandler((request, reply) =>
      sendApiError(Object.assign(new Error('Not Found'), { statusCode: 404 }), request, reply),
    )
    await app.register(async (routes) => {
      const addOtherMethods = watchMethods(routes)
      await routes.register(versionRoutes(deps))
      await routes.register(entriesRoutes(deps))
      addOtherMethods()
    })
  }
}

/** The token endpoint, with the API's error shape but none of its tokens. */
export function tokenRoutes(deps: GrantTokenDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/oauth/*', 'POST, PUT, GET, DELETE')
    app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    await app.register(async (routes) => {
      const addOtherMethods = watchMethods(routes)
      await routes.register(oauthRoutes(deps))
      addOtherMethods()
    })
  }
}

/**
 * Asks for a token on every route that does not say it is public: a new route without a word about it is closed. The
 * token is looked for before the body is read; only where it may stand in a form is the body waited for.
 */
function addAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  app.addHook('onRequest', async (request) => {
    if (isOpen(request)) return
    const token = bearerToken(request, undefined, deps.hasQueryTokens)
    request.viewer = (await findViewer(deps, token)) ?? null
    if (!request.viewer && needsViewer(request) && !mayHoldToken(request)) throw authenticationRequired()
  })
  app.addHook('preHandler', async (request) => {
    if (isOpen(request) || request.viewer || !needsViewer(request)) return
    request.viewer = (await findViewer(deps, bearerToken(request, fieldsOf(request), deps.hasQueryTokens))) ?? null
    if (!request.viewer) throw authenticationRequired()
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
