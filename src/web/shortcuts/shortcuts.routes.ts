import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'
import { shortcutHelpPage } from './shortcut-help.page.ts'

/** Adds `/help/keys`, the page that lists all shortcuts. */
export function addShortcutRoutes(app: FastifyInstance, deps: WebContext): void {
  app.get('/help/keys', async (request, reply) => {
    return sendPage(reply, shortcutHelpPage(pageFrame(deps, request, reply)))
  })
}
