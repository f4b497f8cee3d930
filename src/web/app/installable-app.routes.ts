import type { FastifyInstance } from 'fastify'
import { assetHref } from '../assets/assets.ts'
import { neededOffline } from '../assets/offline-files.ts'
import { offlinePage } from './offline.page.ts'
import { uiPolicy } from '../content-security-policy.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface AppRoutesDeps extends FastifyContext {
  /** whether browsers store pages for offline reading */
  readonly isOffline: boolean
}

/**
 * Replaces the service worker if the operator has disabled offline reading. This script deletes all stored data and
 * unregisters itself.
 */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('dogear-')).map((name) => caches.delete(name)))
  const stores = await indexedDB.databases()
  for (const { name } of stores) if (/^dogear(?:-|$)/.test(name)) indexedDB.deleteDatabase(name)
  await self.registration.unregister()
})()))
`

/**
 * Adds the routes that make the web app installable: the service worker, the offline page, and the list of files needed
 * offline.
 */
export function addInstallableAppRoutes(app: FastifyInstance, deps: AppRoutesDeps): void {
  const { hash } = deps.assets
  const needed = neededOffline(deps.assets).map((name) => assetHref(deps.assets, name))
  // The script is served from the root, because a service worker only controls pages below its own path. The content
  // security policy limits its requests.
  app.get('/sw.js', { config: { anonymousCost: 'none' } }, async (_request, reply) => {
    // The hash covers all assets. If any module changes, this text changes too, and browsers install the new version.
    const text = `import '/assets/${hash}/client/service-worker.js'\n`
    return reply
      .header('content-security-policy', uiPolicy())
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(deps.isOffline ? text : UNREGISTER_SCRIPT)
  })
  app.get('/offline/files', { config: { anonymousCost: 'none' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(JSON.stringify(needed)),
  )
  app.get('/offline', async (request, reply) => {
    // The page is drawn without the viewer's data, because all users of the browser share the cached page.
    const { viewer: _viewer, ...frame } = pageFrame(deps, request, reply)
    return sendPage(reply, offlinePage(frame))
  })
}
