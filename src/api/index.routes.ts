import type { FastifyPluginAsync } from 'fastify'
import { addErrorHandler, openApiDoor } from './api-door.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { addBatchRoutes, type BatchRoutesDeps } from './batch.routes.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addCors } from './cors.ts'
import { addEntriesRoutes, type EntriesRoutesDeps } from './entries.routes.ts'
import { addExistsRoutes, type ExistsRoutesDeps } from './exists.routes.ts'
import { watchMethods } from './method-routes.ts'
import { addOauthRoutes } from './oauth.routes.ts'
import type { GrantTokenDeps } from '../oauth/grant-token.ts'
import { countStranger, type StrangersDeps } from '../throttling/strangers.ts'
import { addVersionRoutes, type VersionRoutesDeps } from './version.routes.ts'

export type ApiDeps = AuthenticationDeps & BatchRoutesDeps & EntriesRoutesDeps & ExistsRoutesDeps & VersionRoutesDeps

/** What every client asks for again and again. The rest of `/api` is in rare.routes.ts, and loaded when it is asked for. */
export function apiRoutes(deps: ApiDeps): FastifyPluginAsync {
  return (app) =>
    openApiDoor(app, deps, () => {
      addVersionRoutes(app, deps)
      addEntriesRoutes(app, deps)
      addExistsRoutes(app, deps)
      addBatchRoutes(app, deps)
    })
}

/** The token endpoint, with the API's error shape but none of its tokens. */
export function tokenRoutes(deps: GrantTokenDeps & StrangersDeps): FastifyPluginAsync {
  return async (app) => {
    addBodyParsers(app)
    addCors(app, '/oauth/*', 'POST, PUT, GET, DELETE')
    app.decorateRequest('strangerAt', null)
    app.addHook('onRequest', async (request) => countStranger(deps, request))
    addErrorHandler(app, deps)
    const addOtherMethods = watchMethods(app)
    addOauthRoutes(app, deps)
    addOtherMethods()
  }
}
