import type { FastifyPluginAsync } from 'fastify'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import type { GreaderDeps } from './greader-interface.ts'

/** @returns a plugin with the Google Reader API over the library, for apps that read feeds (docs/apps/google-reader.md) */
export function greaderRoutes(deps: GreaderDeps): FastifyPluginAsync {
  return async (app) => {
    addDeferredInterface(app, {
      urls: ['/accounts/ClientLogin', '/reader/*'],
      methods: ['GET', 'POST'],
      load: async () => (await import('./greader-interface.ts')).greaderInterface(deps),
    })
  }
}
