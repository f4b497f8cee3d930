import type { GrantTokenDeps } from '../oauth/token-request.ts'
import { countStranger, type StrangersDeps } from '../throttling/strangers.ts'
import { addAnnotationsRoutes, type AnnotationsRoutesDeps } from './entries/annotations.routes.ts'
import { openApiDoor, addErrorHandler } from './api-door.ts'
import type { AuthenticationDeps } from './oauth/authentication.ts'
import { addBatchRoutes, type BatchRoutesDeps } from './entries/batch.routes.ts'
import { addBodyParsers } from './wire/body-parsers.ts'
import { addConfigRoutes, type ConfigRoutesDeps } from './account/config.routes.ts'
import { addCors } from './cors.ts'
import { addDocRoutes } from './reference/doc.routes.ts'
import { addEntriesRoutes, type EntriesRoutesDeps } from './entries/entries.routes.ts'
import { sendApiError } from './errors.ts'
import { addExistsRoutes, type ExistsRoutesDeps } from './entries/exists.routes.ts'
import { addExportRoutes, type ExportRoutesDeps } from './entries/export.routes.ts'
import { addExtractionRoutes, type ExtractionRoutesDeps } from './extraction/extraction.routes.ts'
import { addImportRoutes, type ImportRoutesDeps } from './imports/import.routes.ts'
import type { KnownPaths } from './reference/known-paths.ts'
import { noRoute, watchMethods } from './method-routes.ts'
import { addOauthRoutes } from './oauth/oauth.routes.ts'
import { addSearchRoutes, type SearchRoutesDeps } from './entries/search.routes.ts'
import { addSiteCredentialsRoutes, type SiteCredentialsRoutesDeps } from './extraction/site-credentials.routes.ts'
import { addSiteRulesRoutes, type SiteRulesRoutesDeps } from './extraction/site-rules.routes.ts'
import { addTaggingRuleRoutes, type TaggingRuleRoutesDeps } from './extraction/taggingrule.routes.ts'
import { addTagsRoutes, type TagsRoutesDeps } from './entries/tags.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './account/user.routes.ts'
import { addVersionRoutes, type VersionRoutesDeps } from './reference/version.routes.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

export type ApiDeps = AnnotationsRoutesDeps &
  AuthenticationDeps &
  BatchRoutesDeps &
  ConfigRoutesDeps &
  EntriesRoutesDeps &
  ExistsRoutesDeps &
  ExportRoutesDeps &
  ExtractionRoutesDeps &
  ImportRoutesDeps &
  SearchRoutesDeps &
  SiteCredentialsRoutesDeps &
  SiteRulesRoutesDeps &
  TaggingRuleRoutesDeps &
  TagsRoutesDeps &
  UserRoutesDeps &
  VersionRoutesDeps & { readonly paths: KnownPaths }

/**
 * Everything under `/api`, and the answer to unknown paths there.
 * @param makeReference builds the document of the reference; absent where that document itself is made
 */
export function apiRoutes(deps: ApiDeps, makeReference?: () => Promise<object>): FastifyPluginAsync {
  return (app) =>
    openApiDoor(app, deps, async () => {
      refuseUnknownPaths(app, deps.paths)
      addVersionRoutes(app, deps)
      addEntriesRoutes(app, deps)
      addExistsRoutes(app, deps)
      addBatchRoutes(app, deps)
      addTagsRoutes(app, deps)
      addAnnotationsRoutes(app, deps)
      addSearchRoutes(app, deps)
      addExportRoutes(app, deps)
      addExtractionRoutes(app, deps)
      addUserRoutes(app, deps)
      addConfigRoutes(app, deps)
      addSiteCredentialsRoutes(app, deps)
      addSiteRulesRoutes(app, deps)
      addTaggingRuleRoutes(app, deps)
      await addImportRoutes(app, deps)
      if (makeReference) addDocRoutes(app, { makeReference })
    })
}

function refuseUnknownPaths(app: FastifyInstance, paths: KnownPaths): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    noRoute(paths.otherMethods(request.method, request.url), reply)
  // Before the body is read: some methods require one, and would be refused for its contents.
  app.addHook('onRequest', (request, reply, done) => done(request.is404 ? refuse(request, reply) : undefined))
  app.setNotFoundHandler((request, reply) => sendApiError(refuse(request, reply), request, reply))
}

/** The token endpoint, with the API's error shape but none of its tokens. */
export function tokenRoutes(deps: GrantTokenDeps & StrangersDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/oauth/*', 'POST, PUT, GET, DELETE')
    app.addHook('onRequest', async (request) => countStranger(deps, request))
    addErrorHandler(app, deps)
    const addOtherMethods = watchMethods(app)
    addOauthRoutes(app, deps)
    addOtherMethods()
  }
}
