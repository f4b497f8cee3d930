import type { FastifyPluginAsync } from 'fastify'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import type { MinifluxDeps } from './miniflux-interface.ts'

/** @returns a plugin with the API of Miniflux over the library, for apps that read feeds (docs/apps/miniflux.md) */
export function minifluxRoutes(deps: MinifluxDeps): FastifyPluginAsync {
  return async (app) => {
    addDeferredInterface(app, {
      urls: ['/healthcheck', '/v1/*'],
      methods: ['GET', 'PUT'],
      load: async () => (await import('./miniflux-interface.ts')).minifluxInterface(deps),
    })
  }
}
