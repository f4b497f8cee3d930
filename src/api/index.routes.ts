import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { authenticationRequired, bearerToken, findViewer, severalTokens } from './authentication.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addCors } from './cors.ts'
import { addDocRoutes } from './doc.routes.ts'
import { sendApiError } from './errors.ts'
import { addEntriesRoutes, type EntriesRoutesDeps } from './entries.routes.ts'
import { addExportRoutes, type ExportRoutesDeps } from './export.routes.ts'
import { addExtractionRoutes, type ExtractionRoutesDeps } from './extraction.routes.ts'
import { watchMethods } from './method-routes.ts'
import { addOauthRoutes } from './oauth.routes.ts'
import type { Viewer } from '../oauth/authenticate.ts'
import type { GrantTokenDeps } from '../oauth/grant-token.ts'
import { addExistsRoutes, type ExistsRoutesDeps } from './exists.routes.ts'
import { addBatchRoutes, type BatchRoutesDeps } from './batch.routes.ts'
import { addConfigRoutes, type ConfigRoutesDeps } from './config.routes.ts'
import { addAnnotationsRoutes, type AnnotationsRoutesDeps } from './annotations.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './user.routes.ts'
import { addImportRoutes, type ImportRoutesDeps } from './import.routes.ts'
import { addSearchRoutes, type SearchRoutesDeps } from './search.routes.ts'
import { addSiteRulesRoutes, type SiteRulesRoutesDeps } from './site-rules.routes.ts'
import { addTaggingRuleRoutes, type TaggingRuleRoutesDeps } from './taggingrule.routes.ts'
import { addTagsRoutes, type TagsRoutesDeps } from './tags.routes.ts'
import { fieldsOf } from './request-context.ts'
import { addSlashRedirect } from './trailing-slash.ts'
import { addVersionRoutes, type VersionRoutesDeps } from './version.routes.ts'

export type ApiDeps = AnnotationsRoutesDeps &
  AuthenticationDeps &
  BatchRoutesDeps &
  ConfigRoutesDeps &
  EntriesRoutesDeps &
  ExistsRoutesDeps &
  ExportRoutesDeps &
  ExtractionRoutesDeps &
  GrantTokenDeps &
  ImportRoutesDeps &
  SearchRoutesDeps &
  SiteRulesRoutesDeps &
  TaggingRuleRoutesDeps &
  TagsRoutesDeps &
  UserRoutesDeps &
  VersionRoutesDeps

/**
 * Everything under `/api`, all routes of it in one place.
 * @param makeReference builds the document of the reference; absent where that document itself is made
 */
export function apiRoutes(deps: ApiDeps, makeReference?: () => Promise<object>): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/api/*', 'POST, PUT, PATCH, GET, DELETE')
    addSlashRedirect(app)
    app.decorateRequest('viewer', null)
    addAuthentication(app, deps)
    app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    app.setNotFoundHandler((request, reply) =>
      sendApiError(Object.assign(new Error('Not Found'), { statusCode: 404 }), request, reply),
    )
    const addOtherMethods = watchMethods(app)
    addVersionRoutes(app, deps)
    addEntriesRoutes(app, deps)
    addExistsRoutes(app, deps)
    addExportRoutes(app, deps)
    addExtractionRoutes(app, deps)
    addBatchRoutes(app, deps)
    addTagsRoutes(app, deps)
    addUserRoutes(app, deps)
    addConfigRoutes(app, deps)
    addAnnotationsRoutes(app, deps)
    addSearchRoutes(app, deps)
    addSiteRulesRoutes(app, deps)
    addTaggingRuleRoutes(app, deps)
    await addImportRoutes(app, deps)
    addOtherMethods()
    if (makeReference) addDocRoutes(app, { makeReference })
  }
}

/** The token endpoint, with the API's error shape but none of its tokens. */
export function tokenRoutes(deps: GrantTokenDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/oauth/*', 'POST, PUT, GET, DELETE')
    app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    const addOtherMethods = watchMethods(app)
    addOauthRoutes(app, deps)
    addOtherMethods()
  }
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
