import type { FastifyInstance } from 'fastify'
import { apiRoutes, tokenRoutes } from './api/api.routes.ts'
import { routePaths } from './api/reference/route-paths.ts'
import { sendApiError } from './api/errors.ts'
import { countRequests } from './activity/count-requests.ts'
import { appWithoutRoutes, requestIds } from './http/app-without-routes.ts'
import { addHealthRoutes } from './health.routes.ts'
import { refuseConnect } from './http/refuse-connect-method.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addMetrics } from './serve-metrics.ts'
import { addOtherInterfaces } from './other-interfaces.ts'
import type { Services } from './services.ts'
import { addWebsite } from './website.ts'
import { overviewSources } from './overview-sources.ts'
import { type AppOptions, routeDeps } from './route-deps.ts'

/**
 * Builds the Fastify app with all routes. It reads no environment variables and opens no port, so that tests can use
 * it.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { settings, version } = services
  const { baseUrl, logger } = options
  const newId = services.tracing?.requestId ?? requestIds()
  const app = appWithoutRoutes(settings, logger, newId, options.bodyDeadlines)
  const deps = routeDeps(services, options)
  app.addHook('onClose', () => deps.securityEvents.flush())
  deps.streams.endWhenClosing(app)
  app.decorateRequest('anonymousNetwork', null)
  refuseConnect(app.server)
  const paths = routePaths()
  paths.watch(app)
  services.tracing?.watch(app)
  addSecurityHeaders(app, baseUrl)
  addRequestLog(app, settings)
  countRequests(app, services.activity)
  addMetrics(app, services)
  const apiDeps = { ...deps, paths }
  const makeApiReference = async (): Promise<object> => {
    const { createOpenApiDocument } = await import('./api/reference/openapi-document.ts')
    const interfaces = [
      { plugin: tokenRoutes(deps), prefix: '/' },
      { plugin: apiRoutes(apiDeps), prefix: '/api' },
    ]
    return createOpenApiDocument({ interfaces, baseUrl, version })
  }
  await app.register(async (health) => {
    health.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    addHealthRoutes(health, services)
  })
  await app.register(tokenRoutes(deps))
  await app.register(apiRoutes(apiDeps, makeApiReference), { prefix: '/api' })
  await addOtherInterfaces(app, deps)
  await addWebsite(app, { services, deps, paths, overview: overviewSources(services, options.loaded) })
  return app
}
