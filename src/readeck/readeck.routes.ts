import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ReadeckDeps } from './readeck-interface.ts'

/** Maximum size of a body in bytes: a page with its pictures. Endpoints for other bodies accept less. */
const MAX_BODY = 100 * 1024 * 1024

/**
 * @returns a plugin with the API of Readeck, for apps that know Readeck (docs/apps/readeck.md). It is loaded at its first
 *   request, so that servers whose users have no such apps start as quickly as without it.
 */
export function readeckRoutes(deps: ReadeckDeps): FastifyPluginAsync {
  const load = async () => (await import('./readeck-interface.ts')).readeckInterface(deps)
  return async (app) => {
    app.setErrorHandler(async (error, _request, reply) => (await load()).sendError(error, reply))
    app.removeAllContentTypeParsers()
    // Endpoints read the body themselves, because most of them know its limit only after the key.
    app.addContentTypeParser('*', async (_request: FastifyRequest, body: unknown) => body)
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/*',
      bodyLimit: MAX_BODY,
      config: { isUpload: true },
      handler: async (request, reply) => (await load()).answer(request, reply),
    })
  }
}
