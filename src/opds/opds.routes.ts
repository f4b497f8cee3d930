import type { FastifyPluginAsync } from 'fastify'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import type { OpdsDeps } from './opds-interface.ts'

/** @returns a plugin with the library as an OPDS catalog, for apps that read books (docs/apps/opds.md) */
export function opdsRoutes(deps: OpdsDeps): FastifyPluginAsync {
  const load = async () => (await import('./opds-interface.ts')).opdsInterface(deps)
  return async (app) => {
    addDeferredInterface(app, { urls: ['/', '/*'], methods: ['GET', 'HEAD'], load })
  }
}
