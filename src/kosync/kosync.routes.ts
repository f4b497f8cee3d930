import type { FastifyPluginAsync } from 'fastify'
import { CREDENTIALS_BODY } from '../kernel/body-limits.ts'
import { addDeferredInterface } from '../keys/deferred-interface.ts'
import type { KosyncDeps } from './kosync-interface.ts'

/** @returns a plugin with KOReader's progress sync (docs/apps/koreader.md) */
export function kosyncRoutes(deps: KosyncDeps): FastifyPluginAsync {
  return async (app) => {
    addDeferredInterface(app, {
      urls: ['', '/*'],
      methods: ['GET', 'POST', 'PUT'],
      load: async () => (await import('./kosync-interface.ts')).kosyncInterface(deps),
      bodyLimit: CREDENTIALS_BODY,
    })
  }
}
