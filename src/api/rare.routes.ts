import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addAnnotationsRoutes, type AnnotationsRoutesDeps } from './annotations.routes.ts'
import { openApiDoor } from './api-door.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { addConfigRoutes, type ConfigRoutesDeps } from './config.routes.ts'
import { addDocRoutes } from './doc.routes.ts'
import { sendApiError } from './errors.ts'
import { addExportRoutes, type ExportRoutesDeps } from './export.routes.ts'
import { addExtractionRoutes, type ExtractionRoutesDeps } from './extraction.routes.ts'
import { addImportRoutes, type ImportRoutesDeps } from './import.routes.ts'
import type { KnownPaths } from './known-paths.ts'
import { noRoute } from './method-routes.ts'
import { addSearchRoutes, type SearchRoutesDeps } from './search.routes.ts'
import { addSiteCredentialsRoutes, type SiteCredentialsRoutesDeps } from './site-credentials.routes.ts'
import { addSiteRulesRoutes, type SiteRulesRoutesDeps } from './site-rules.routes.ts'
import { addTaggingRuleRoutes, type TaggingRuleRoutesDeps } from './taggingrule.routes.ts'
import { addTagsRoutes, type TagsRoutesDeps } from './tags.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './user.routes.ts'

export type RareApiDeps = AnnotationsRoutesDeps &
  AuthenticationDeps &
  ConfigRoutesDeps &
  ExportRoutesDeps &
  ExtractionRoutesDeps &
  ImportRoutesDeps &
  SearchRoutesDeps &
  SiteCredentialsRoutesDeps &
  SiteRulesRoutesDeps &
  TaggingRuleRoutesDeps &
  TagsRoutesDeps &
  UserRoutesDeps & { readonly paths: KnownPaths }

/**
 * The rest of `/api`, and the answer to addresses that are not there. No path of it may be one of index.routes.ts, which
 * is asked first.
 * @param makeReference builds the document of the reference; absent where that document itself is made
 */
export function rareApiRoutes(deps: RareApiDeps, makeReference?: () => Promise<object>): FastifyPluginAsync {
  return (app) =>
    openApiDoor(app, deps, async () => {
      const refuse = (request: FastifyRequest, reply: FastifyReply) =>
        noRoute(deps.paths.otherMethods(request.method, request.url), reply)
      // Before the body is read: there are methods that must have one, and are refused for what it is.
      app.addHook('onRequest', (request, reply, done) => done(request.is404 ? refuse(request, reply) : undefined))
      app.setNotFoundHandler((request, reply) => sendApiError(refuse(request, reply), request, reply))
      addTagsRoutes(app, deps)
      addSearchRoutes(app, deps)
      addExportRoutes(app, deps)
      addExtractionRoutes(app, deps)
      addUserRoutes(app, deps)
      addConfigRoutes(app, deps)
      addAnnotationsRoutes(app, deps)
      addSiteCredentialsRoutes(app, deps)
      addSiteRulesRoutes(app, deps)
      addTaggingRuleRoutes(app, deps)
      await addImportRoutes(app, deps)
      if (makeReference) addDocRoutes(app, { makeReference })
    })
}
