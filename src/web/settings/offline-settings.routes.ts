import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf, frameFor, type WebContext } from '../web-context.ts'
import { offlineSettingsPage } from './offline-settings.page.ts'
import { pageResponse, redirectTo } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'

/**
 * Adds `/config/offline`, the settings for offline reading. The service worker answers requests for it, with the
 * settings of its browser (client/offline). This route is for browsers without a service worker.
 */
export function addOfflineSettingsRoutes(routes: ServerRoutes, deps: WebContext): void {
  routes.get('/config/offline', async (request) => {
    const { csrfToken } = sessionOf(request)
    return pageResponse(offlineSettingsPage({ frame: frameFor(deps, request), csrfToken }))
  })
  routes.post('/config/offline', async (request) => {
    checkedForm(deps, request)
    return redirectTo('/config/offline', 303)
  })
}
