import type { Database } from '../../db/database.ts'
import type { ReadLong } from '../../db/long-reads.ts'
import type { Clock } from '../../kernel/clock.ts'
import { storageCache } from '../../users/administration/storage-cache.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { measureStorage } from '../../users/administration/measure-storage.ts'
import { storagePage } from './storage.page.ts'
import { pageResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface StorageRoutesDeps extends WebContext {
  readonly database: Database
  readonly readLong: ReadLong
  readonly clock: Clock
  /** path of the folder that contains the database, the key file and the images */
  readonly dataFolder: string
  /** Dogear's own version */
  readonly version: string
}

const PATH = '/admin/storage'
/**
 * Milliseconds that a request waits for a running measurement. After that, the page shows the previous figures, if any.
 */
const MEASUREMENT_TIMEOUT_MS = 2000

/**
 * Adds the page about used storage. The storage is measured at the first visit, and again when an administrator asks
 * for it.
 */
export function addStorageRoutes(routes: ServerRoutes, deps: StorageRoutesDeps): void {
  const { database, readLong, clock, dataFolder, version } = deps
  const keeper = storageCache(async () => {
    return measureStorage({ readLong, dialect: database.dialect, dataFolder, clock })
  })
  routes.get(PATH, async (request) => {
    const figures = await keeper.figures(MEASUREMENT_TIMEOUT_MS)
    const startedAt = new Date(clock.now().getTime() - process.uptime() * 1000).toISOString()
    const server = { version, nodeVersion: process.versions.node, startedAt }
    const frame = frameFor(deps, request)
    const { csrfToken } = sessionOf(request)
    return pageResponse(storagePage({ frame, csrfToken, ...server, ...(figures && { figures }) }))
  })
  routes.post(`${PATH}/measure`, async (request) => {
    checkedForm(deps, request)
    await keeper.renew(MEASUREMENT_TIMEOUT_MS)
    return redirectWithNotice(request, PATH, localizationFor(request).t('admin.storage.renewed'))
  })
}
