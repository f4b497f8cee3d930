import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import { ActiveRequests } from './active-requests.ts'
import { sendKoboError } from './kobo-error.ts'
import type { KoboDeps } from './kobo-interface.ts'
import type { KoboUser } from './kobo-user.ts'
import type { StoreDeps } from './pass-to-store.ts'

/** Maximum size in bytes of what a device sends to its store. */
const MAX_UPLOAD = 16 * 1024 * 1024

/** @returns a plugin with the interface for articles of Kobo's e-readers (docs/apps/kobo.md) */
export function koboRoutes(deps: KoboDeps & StoreDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (articles) =>
      addDeferredInterface(articles, {
        urls: ['/kobo/*', '/v3/get', '/v3/send', '/v3beta/text'],
        methods: ['GET', 'POST'],
        load: async () => (await import('./kobo-interface.ts')).koboInterface(deps),
      }),
    )
    await app.register(storeRoutes(deps))
  }
}

const load = () => import('./pass-to-store.ts')

/** @returns a plugin that passes all other requests of a device on to its store, with bodies as streams */
function storeRoutes(deps: StoreDeps): FastifyPluginAsync {
  const users = new WeakMap<FastifyRequest, KoboUser>()
  const active = new ActiveRequests()
  return async (app) => {
    app.setErrorHandler((error, _request, reply) => sendKoboError(error, reply))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request: FastifyRequest, payload, done) => done(null, payload))
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/kobo/:key/store/*',
      bodyLimit: MAX_UPLOAD,
      onRequest: async (request) => void users.set(request, await (await load()).admitToStore(deps, request)),
      handler: async (request, reply) =>
        (await load()).passToStore({ ...deps, active }, users.get(request)!, request, reply),
    })
  }
}
