import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { AppOptions, DoorDeps } from './app.ts'
import { bareApp, type RequestIds } from './bare-app.ts'
import { addFeedRoutes } from './feeds/feed.routes.ts'
import { notFound } from './kernel/errors.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { assetHref, loadAssets } from './web/assets.ts'
import { cookieJar } from './web/cookies.ts'
import { fontFiles } from './web/font-files.ts'
import { sendErrorPage, webRoutes, type WebDeps } from './web/index.routes.ts'

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url))

export interface WebAppParts {
  readonly services: Services
  readonly deps: DoorDeps
  readonly options: AppOptions
  /** the numbers that the first app gives to its requests, so that none is given twice */
  readonly ids: RequestIds
}

/** @returns the pages as an app of their own, ready to be handed requests */
export async function buildWebApp({ services, deps, options, ids }: WebAppParts): Promise<FastifyInstance> {
  const app = bareApp(services.settings, options.logger, ids)
  const jar = cookieJar(options.baseUrl.startsWith('https:'))
  const webDeps: WebDeps = { ...deps, jar, assets: loadAssets(PUBLIC, fontFiles()) }
  addSecurityHeaders(app, options.baseUrl)
  addRequestLog(app)
  const feedIcon = assetHref(webDeps.assets, 'images/logo.svg')
  await app.register(async (feeds) => addFeedRoutes(feeds, { ...deps, feedIcon }))
  await app.register(webRoutes(webDeps))
  app.setErrorHandler<Error>((error, request, reply) => sendErrorPage(webDeps, error, request, reply))
  app.setNotFoundHandler((request, reply) => sendErrorPage(webDeps, notFound('page'), request, reply))
  await app.ready()
  return app
}
