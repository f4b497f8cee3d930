import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { AppParts } from './app.ts'
import { bareApp } from './bare-app.ts'
import { listCounter } from './entries/count-lists.ts'
import { progressFinder } from './entries/keep-progress.ts'
import { longReader } from './db/long-read.ts'
import { databaseLocation } from './config/database-location.ts'
import { addFeedRoutes } from './feeds/feed.routes.ts'
import { cardCopyLoader } from './images/load-copies.ts'
import { notFound } from './kernel/errors.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { assetHref, loadAssets } from './web/assets.ts'
import { clientFiles } from './web/client-files.ts'
import { cookieJar } from './web/cookies.ts'
import { fontFiles } from './web/font-files.ts'
import { labelLister } from './tags/list-labels.ts'
import { savingKeyMaker } from './users/saving-key.ts'
import { sendErrorPage, webRoutes, type WebDeps } from './web/index.routes.ts'

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url))

/** @returns the pages as an app of their own, ready to be handed requests */
export async function buildWebApp({ services, deps, options, ids, openExporting }: AppParts): Promise<FastifyInstance> {
  const app = bareApp(services.settings, options.logger, ids)
  const jar = cookieJar(options.baseUrl.startsWith('https:'))
  const { database, jobs, settings } = services
  const webDeps: WebDeps = {
    ...deps,
    ...(await openExporting()),
    jar,
    assets: loadAssets(PUBLIC, fontFiles(), clientFiles()),
    isOffline: settings.DOGEAR_OFFLINE,
    signals: jobs.signals,
    listLabels: labelLister(database),
    findCopies: cardCopyLoader(database),
    findProgress: progressFinder(database),
    countLists: listCounter(database),
    savingKeyOf: savingKeyMaker(deps.instanceKey),
    readLong: longReader(database, databaseLocation(settings)),
    dataFolder: settings.DOGEAR_DATA_DIR,
  }
  addSecurityHeaders(app, options.baseUrl)
  addRequestLog(app, settings)
  const feedIcon = assetHref(webDeps.assets, 'images/logo.svg')
  await app.register(async (feeds) => addFeedRoutes(feeds, { ...deps, feedIcon }))
  await app.register(webRoutes(webDeps))
  app.setErrorHandler<Error>((error, request, reply) => sendErrorPage(webDeps, error, request, reply))
  app.setNotFoundHandler((request, reply) => sendErrorPage(webDeps, notFound('page'), request, reply))
  await app.ready()
  return app
}
