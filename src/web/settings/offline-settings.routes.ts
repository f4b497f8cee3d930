import type { FastifyInstance } from 'fastify'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf } from '../web-context.ts'
import { offlineSettingsPage } from './offline-settings.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

/**
 * Adds `/config/offline`, the settings for offline reading. The service worker answers requests for it, with the
 * settings of its browser (client/offline). This route is for browsers without a service worker.
 */
export function addOfflineSettingsRoutes(app: FastifyInstance, deps: FastifyContext): void {
  app.get('/config/offline', async (request, reply) => {
    const { csrfToken } = sessionOf(request)
    return sendPage(reply, offlineSettingsPage({ frame: pageFrame(deps, request, reply), csrfToken }))
  })
  app.post('/config/offline', async (request, reply) => {
    checkedForm(deps, request)
    return reply.redirect('/config/offline', 303)
  })
}
