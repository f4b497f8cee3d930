import type { FastifyInstance } from 'fastify'
import { apiRoutes, tokenRoutes } from './api/api.routes.ts'
import { routePaths } from './api/reference/route-paths.ts'
import { sendApiError } from './api/errors.ts'
import { appWithoutRoutes, requestIds } from './http/app-without-routes.ts'
import { addHealthRoutes } from './health.routes.ts'
import { feverRoutes } from './fever/fever.routes.ts'
import { greaderRoutes } from './greader/greader.routes.ts'
import { koboRoutes } from './kobo/kobo.routes.ts'
import { kosyncRoutes } from './kosync/kosync.routes.ts'
import { linkdingRoutes } from './linkding/linkding.routes.ts'
import { minifluxRoutes } from './miniflux/miniflux.routes.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { readeckRoutes } from './readeck/readeck.routes.ts'
import { refuseConnect } from './http/refuse-connect-method.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { saverRoutes } from './savers/savers.routes.ts'
import { addMetrics } from './serve-metrics.ts'
import type { Services } from './services.ts'
import { addWebsite } from './website.ts'
import { type AppOptions, routeDeps } from './route-deps.ts'

/**
 * Builds the Fastify app with all routes. It reads no environment variables and opens no port, so that tests can use
 * it.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { settings, version } = services
  const { baseUrl, logger } = options
  const app = appWithoutRoutes(settings, logger, requestIds(), options.bodyDeadlines)
  const deps = routeDeps(services, options)
  app.addHook('onClose', () => deps.securityEvents.flush())
  deps.streams.endWhenClosing(app)
  app.decorateRequest('anonymousNetwork', null)
  refuseConnect(app.server)
  const paths = routePaths()
  paths.watch(app)
  addSecurityHeaders(app, baseUrl)
  addRequestLog(app, settings)
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
  if (settings.DOGEAR_LINKDING) await app.register(linkdingRoutes(deps), { prefix: '/linkding' })
  if (settings.DOGEAR_READECK) await app.register(readeckRoutes(deps), { prefix: '/readeck' })
  if (settings.DOGEAR_GREADER) {
    for (const prefix of ['/', '/api/greader.php']) await app.register(greaderRoutes(deps), { prefix })
  }
  if (settings.DOGEAR_FEVER) {
    for (const prefix of ['/fever', '/api/fever.php']) await app.register(feverRoutes(deps), { prefix })
  }
  if (settings.DOGEAR_MINIFLUX) await app.register(minifluxRoutes(deps), { prefix: '/miniflux' })
  if (settings.DOGEAR_KOSYNC) await app.register(kosyncRoutes(deps), { prefix: '/kosync' })
  if (settings.DOGEAR_SAVERS) await app.register(saverRoutes(deps))
  if (settings.DOGEAR_KOBO) await app.register(koboRoutes(deps))
  if (settings.DOGEAR_MCP) await app.register(mcpRoutes(deps), { prefix: '/mcp' })
  await addWebsite(app, { services, deps, paths })
  return app
}
