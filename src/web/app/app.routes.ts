import type { FastifyInstance } from 'fastify'
import { assetHref } from '../assets/assets.ts'
import { neededOffline } from '../assets/offline-files.ts'
import { offlinePage } from './offline.page.ts'
import { uiPolicy } from '../csp.ts'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'

export interface AppRoutesDeps extends WebContext {
  /** whether browsers store pages for reading offline */
  readonly isOffline: boolean
}

/** Replaces a service worker that is disabled: it deletes what is stored and unregisters itself. */
const GOING = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('dogear-')).map((name) => caches.delete(name)))
  const stores = await indexedDB.databases()
  for (const { name } of stores) if (/^dogear(?:-|$)/.test(name)) indexedDB.deleteDatabase(name)
  await self.registration.unregister()
})()))
`

/** The parts that make the pages an installable app: service worker, offline page and manifest. */
export function addAppRoutes(app: FastifyInstance, deps: AppRoutesDeps): void {
  const { hash } = deps.assets
  const needed = neededOffline(deps.assets).map((name) => assetHref(deps.assets, name))
  // At the root, because a worker reaches no further than its own folder; what it may fetch is its own policy.
  app.get('/sw.js', { config: { anonymousCost: 'none' } }, async (_request, reply) => {
    // Its modules lie with the other assets. A new version of any of them changes this line.
    const text = `import '/assets/${hash}/client/sw/service-worker.js'\n`
    return reply
      .header('content-security-policy', uiPolicy())
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(deps.isOffline ? text : GOING)
  })
  app.get('/offline/files', { config: { anonymousCost: 'none' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(JSON.stringify(needed)),
  )
  app.get('/offline', async (request, reply) => {
    // Without the viewer, because the stored page is the same for all users.
    const { viewer: _viewer, ...frame } = pageFrame(deps, request, reply)
    return sendPage(reply, offlinePage(frame))
  })
}
