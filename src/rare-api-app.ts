import type { FastifyInstance } from 'fastify'
import { apiRoutes, tokenRoutes } from './api/index.routes.ts'
import { rareApiRoutes } from './api/rare.routes.ts'
import { sendApiError } from './api/errors.ts'
import type { AppParts } from './app.ts'
import { bareApp } from './bare-app.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'

/** @returns the less used part of the API as an app of its own, ready to be handed requests */
export async function buildRareApiApp({
  services,
  deps,
  options,
  ids,
  paths,
  openExporting,
}: AppParts): Promise<FastifyInstance> {
  const app = bareApp(services.settings, options.logger, ids)
  const rareDeps = { ...deps, ...(await openExporting()), paths }
  const reference = async (): Promise<object> => {
    const { makeReference } = await import('./api/reference.ts')
    const doors = [
      { plugin: tokenRoutes(deps), prefix: '/' },
      { plugin: apiRoutes(deps), prefix: '/api' },
      { plugin: rareApiRoutes(rareDeps), prefix: '/api' },
    ]
    return makeReference({ doors, baseUrl: options.baseUrl, version: deps.version })
  }
  paths.watch(app)
  addSecurityHeaders(app, options.baseUrl)
  addRequestLog(app, services.settings)
  app.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
  await app.register(rareApiRoutes(rareDeps, reference), { prefix: '/api' })
  await app.ready()
  return app
}
