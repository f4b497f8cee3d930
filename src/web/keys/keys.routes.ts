import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'
import { keyHelpPage } from './key-help.page.ts'

/** Adds the page of all shortcuts: `/help/keys`. */
export function addKeysRoutes(app: FastifyInstance, deps: WebContext): void {
  app.get('/help/keys', async (request, reply) => {
    return sendPage(reply, keyHelpPage(pageFrame(deps, request, reply)))
  })
}
