import type { Clock } from '../../kernel/clock.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf, frameFor, type WebContext } from '../web-context.ts'
import { outboxPage } from './outbox.page.ts'
import { pageResponse, redirectTo } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'

/**
 * Adds `/outbox`, the page of unsent changes. If offline reading is enabled, the service worker answers requests for it
 * (client/offline). This route is for all other browsers, which have no unsent changes.
 */
export function addOutboxRoutes(routes: ServerRoutes, deps: WebContext & { readonly clock: Clock }): void {
  routes.get('/outbox', async (request) => {
    const { csrfToken } = sessionOf(request)
    const frame = frameFor(deps, request)
    return pageResponse(outboxPage({ frame, csrfToken, waiting: [], problems: [], now: deps.clock.now() }))
  })
  for (const path of ['/outbox/send', '/outbox/discard']) {
    routes.post(path, async (request) => {
      checkedForm(deps, request)
      return redirectTo('/outbox', 303)
    })
  }
}
