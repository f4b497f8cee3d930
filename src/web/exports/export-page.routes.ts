import { exportPage } from './export.page.ts'
import { frameFor, type WebContext } from '../web-context.ts'
import { pageResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'

/** Adds the page with the links to all export files. */
export function addExportPageRoute(routes: ServerRoutes, deps: WebContext): void {
  routes.get('/config/export', async (request) => {
    return pageResponse(exportPage({ frame: frameFor(deps, request) }))
  })
}
