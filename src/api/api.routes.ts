import { countAnonymousRequest, type AnonymousRequestDeps, countRefusal } from '../throttling/anonymous-requests.ts'
import { addAnnotationExportRoutes } from './entries/export-all-annotations.routes.ts'
import { addAnnotationsRoutes, type AnnotationsRoutesDeps } from './entries/annotations.routes.ts'
import type { AuthenticationDeps } from './oauth/bearer-token.ts'
import type { AppPasswordDeps } from '../keys/app-password-viewer.ts'
import { addBatchRoutes, type BatchRoutesDeps } from './entries/batch.routes.ts'
import { addBodyParsers } from './wire/body-parsers.ts'
import { addCaptureRoutes, type CaptureRoutesDeps } from './entries/captures.routes.ts'
import { addCollectionsRoutes, type CollectionsRoutesDeps } from './collections/collections.routes.ts'
import { addConfigRoutes, type ConfigRoutesDeps } from './account/config.routes.ts'
import { addCors } from './cors.ts'
import { addDocRoutes } from './reference/doc.routes.ts'
import { addDocumentRoutes, type DocumentRoutesDeps } from './entries/documents.routes.ts'
import { addEntriesRoutes, type EntriesRoutesDeps } from './entries/entries.routes.ts'
import { sendApiError } from './errors.ts'
import { addExistsRoutes, type ExistsRoutesDeps } from './entries/exists.routes.ts'
import { addExportRoutes, type ExportRoutesDeps } from './entries/export.routes.ts'
import { addExtractionRoutes, type ExtractionRoutesDeps } from './extraction/extraction.routes.ts'
import { addImportRoutes, type ImportRoutesDeps } from './imports/import.routes.ts'
import { addMailRoutes, type MailRoutesDeps } from './mail/mail.routes.ts'
import type { RoutePaths } from './reference/route-paths.ts'
import { noRoute, watchMethods } from './method-not-allowed.ts'
import { addMetadataRoutes } from './oauth/metadata.routes.ts'
import { addOauthRoutes, type OauthRoutesDeps } from './oauth/oauth.routes.ts'
import { addIdempotency } from './wire/idempotency.ts'
import type { ClaimKeyDeps } from '../sync/idempotency/claim-key.ts'
import { addSyncRoutes, type SyncRoutesDeps } from './sync/sync.routes.ts'
import { addSearchRoutes, type SearchRoutesDeps } from './entries/search.routes.ts'
import { addSiteCredentialsRoutes, type SiteCredentialsRoutesDeps } from './extraction/site-credentials.routes.ts'
import { addSiteRulesRoutes, type SiteRulesRoutesDeps } from './extraction/site-rules.routes.ts'
import { addTaggingRuleRoutes, type TaggingRuleRoutesDeps } from './extraction/tagging-rules.routes.ts'
import { addTagsRoutes, type TagsRoutesDeps } from './entries/tags.routes.ts'
import { addTrashRoutes, type TrashRoutesDeps } from './entries/trash.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './account/user.routes.ts'
import { addVersionRoutes, type VersionRoutesDeps } from './reference/version.routes.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addTokenAuthentication } from './oauth/require-token.ts'

type ApiDeps = AnnotationsRoutesDeps &
  AuthenticationDeps &
  BatchRoutesDeps &
  CaptureRoutesDeps &
  CollectionsRoutesDeps &
  ConfigRoutesDeps &
  EntriesRoutesDeps &
  ExistsRoutesDeps &
  ExportRoutesDeps &
  ExtractionRoutesDeps &
  DocumentRoutesDeps &
  ImportRoutesDeps &
  MailRoutesDeps &
  SearchRoutesDeps &
  SiteCredentialsRoutesDeps &
  SiteRulesRoutesDeps &
  SyncRoutesDeps &
  TaggingRuleRoutesDeps &
  TagsRoutesDeps &
  TrashRoutesDeps &
  UserRoutesDeps &
  VersionRoutesDeps & { readonly paths: RoutePaths }

/** Address of the reference page. No other address of the API ends in a slash (wallabag contract, section 2). */
const REFERENCE = '/api/doc/'

/**
 * @param createOpenApiDocument builds the API reference from the routes. It is absent when this plugin is registered only to
 *   collect the routes for the reference.
 * @returns a plugin with all routes under `/api`, including the response to unknown paths
 */
export function apiRoutes(deps: ApiDeps, createOpenApiDocument?: () => Promise<object>): FastifyPluginAsync {
  return (app) =>
    registerApi(app, deps, async () => {
      refuseUnknownPaths(app, deps.paths)
      addVersionRoutes(app, deps)
      addEntriesRoutes(app, deps)
      addExistsRoutes(app, deps)
      addBatchRoutes(app, deps)
      addTagsRoutes(app, deps)
      addCollectionsRoutes(app, deps)
      addTrashRoutes(app, deps)
      addAnnotationsRoutes(app, deps)
      addAnnotationExportRoutes(app, deps)
      addSearchRoutes(app, deps)
      addSyncRoutes(app, deps)
      addExportRoutes(app, deps)
      addExtractionRoutes(app, deps)
      addUserRoutes(app, deps)
      addConfigRoutes(app, deps)
      addSiteCredentialsRoutes(app, deps)
      addSiteRulesRoutes(app, deps)
      addTaggingRuleRoutes(app, deps)
      addMailRoutes(app, deps)
      await addDocumentRoutes(app, deps)
      await addCaptureRoutes(app, deps)
      await addImportRoutes(app, deps)
      if (createOpenApiDocument) addDocRoutes(app, { createOpenApiDocument })
    })
}

function refuseUnknownPaths(app: FastifyInstance, paths: RoutePaths): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    noRoute(paths.otherMethods(request.method, request.url), reply)
  // This hook must run before the body is parsed. Otherwise, an unknown path with an invalid body would get status 400
  // instead of 404.
  app.addHook('onRequest', (request, reply, done) => done(request.is404 ? refuse(request, reply) : undefined))
  app.setNotFoundHandler((request, reply) => sendApiError(refuse(request, reply), request, reply))
}

/** @returns a plugin with the routes under `/oauth` and their descriptions, which require no token */
export function tokenRoutes(deps: OauthRoutesDeps & AnonymousRequestDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/oauth/*', 'POST, PUT, GET, DELETE')
    app.addHook('onRequest', async (request) => countAnonymousRequest(deps, request))
    addErrorHandler(app, deps)
    const addOtherMethods = watchMethods(app)
    addOauthRoutes(app, deps)
    addMetadataRoutes(app, deps)
    addOtherMethods()
  }
}

/**
 * Adds the features that all routes under `/api` share: body parsers, cross-origin calls, tokens, idempotency, errors,
 * and a response to every method of a known path.
 * @param addRoutes adds the routes; they require a token unless they are marked public
 */
async function registerApi(
  app: FastifyInstance,
  deps: AuthenticationDeps & AppPasswordDeps & ClaimKeyDeps,
  addRoutes: () => void | Promise<void>,
): Promise<void> {
  addBodyParsers(app)
  addCors(app, '/api/*', 'POST, PUT, PATCH, GET, DELETE')
  app.decorateRequest('viewer', null)
  addTokenAuthentication(app, deps)
  addIdempotency(app, deps)
  addSlashRedirect(app)
  addErrorHandler(app, deps)
  const addOtherMethods = watchMethods(app)
  await addRoutes()
  addOtherMethods()
}

/**
 * Sends errors in the formats of the API. A request to a route with `anonymousCost: 'refused'` counts against the limit
 * for anonymous requests only if it fails, so it is counted here, before the error is sent.
 */
function addErrorHandler(app: FastifyInstance, deps: AnonymousRequestDeps): void {
  app.setErrorHandler((error, request, reply) => {
    if (request.routeOptions.config.anonymousCost === undefined) return sendApiError(error, request, reply)
    return countRefusal(deps, request, error).then((refusal) => sendApiError(refusal, request, reply))
  })
}

/** Redirects addresses with a trailing slash to the address without it (wallabag contract 0.2). */
function addSlashRedirect(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request
    const end = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
    if (url[end - 1] !== '/' || url.slice(0, end) === REFERENCE) return done()
    return reply.redirect(url.slice(0, end).replace(/\/{1,100}$/, '') + url.slice(end), 301)
  })
}
