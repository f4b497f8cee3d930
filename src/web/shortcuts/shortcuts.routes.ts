import { frameFor, type WebContext } from '../web-context.ts'
import { shortcutHelpPage } from './shortcut-help.page.ts'
import { pageResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

/** Adds `/help/keys`, the page that lists all shortcuts. */
export function addShortcutRoutes(routes: WebRoutes, deps: WebContext): void {
  routes.get('/help/keys', async (request) => {
    return pageResponse(shortcutHelpPage(frameFor(deps, request)))
  })
}
