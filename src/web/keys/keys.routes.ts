import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'

/** The table of keys: `/help/keys`. */
export function addKeysRoutes(app: FastifyInstance, deps: WebContext): void {
  app.get('/help/keys', async (request, reply) => {
    const { keyHelpPage } = await import('./key-help.page.ts')
    return sendPage(reply, keyHelpPage(pageFrame(deps, request, reply)))
  })
}
