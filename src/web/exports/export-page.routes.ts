import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'
import { exportPage } from './export.page.ts'

/** Adds the page with the links to all export files. */
export function addExportPageRoute(app: FastifyInstance, deps: WebContext): void {
  app.get('/config/export', async (request, reply) => {
    return sendPage(reply, exportPage({ frame: pageFrame(deps, request, reply) }))
  })
}
