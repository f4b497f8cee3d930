import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf } from '../web-context.ts'
import { outboxPage } from './outbox.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

/**
 * Adds `/outbox`, the page of unsent changes. If offline reading is enabled, the service worker answers requests for it
 * (client/offline). This route is for all other browsers, which have no unsent changes.
 */
export function addOutboxRoutes(app: FastifyInstance, deps: FastifyContext & { readonly clock: Clock }): void {
  app.get('/outbox', async (request, reply) => {
    const { csrfToken } = sessionOf(request)
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, outboxPage({ frame, csrfToken, waiting: [], problems: [], now: deps.clock.now() }))
  })
  for (const path of ['/outbox/send', '/outbox/discard']) {
    app.post(path, async (request, reply) => {
      checkedForm(deps, request)
      return reply.redirect('/outbox', 303)
    })
  }
}
