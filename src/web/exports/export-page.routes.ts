import type { FastifyInstance } from 'fastify'
import { exportPage } from './export.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

/** Adds the page with the links to all export files. */
export function addExportPageRoute(app: FastifyInstance, deps: FastifyContext): void {
  app.get('/config/export', async (request, reply) => {
    return sendPage(reply, exportPage({ frame: pageFrame(deps, request, reply) }))
  })
}
