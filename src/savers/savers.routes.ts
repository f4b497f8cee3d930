import type { FastifyPluginAsync } from 'fastify'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import type { SaversDeps } from './savers-interface.ts'

/** @returns a plugin with the addresses at which scripts and senders of other services save pages (docs/apps/savers.md) */
export function saverRoutes(deps: SaversDeps): FastifyPluginAsync {
  return async (app) => {
    addDeferredInterface(app, {
      urls: ['/save', '/instapaper/api/*', '/pocket/v3/*', '/readwise/api/*'],
      methods: ['GET', 'POST'],
      load: async () => (await import('./savers-interface.ts')).saversInterface(deps),
    })
  }
}
