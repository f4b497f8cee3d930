import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'
import { shortcutHelpPage } from './shortcut-help.page.ts'

/** Adds the page of all shortcuts: `/help/keys`. */
export function addShortcutRoutes(app: FastifyInstance, deps: WebContext): void {
  app.get('/help/keys', async (request, reply) => {
    return sendPage(reply, shortcutHelpPage(pageFrame(deps, request, reply)))
  })
}
