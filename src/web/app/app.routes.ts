import type { FastifyInstance } from 'fastify'
import { notSavedPage, offlinePage } from './offline.page.ts'
import { uiPolicy } from '../csp.ts'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'

export interface AppRoutesDeps extends WebContext {
  /** whether browsers store pages for reading offline */
  readonly isOffline: boolean
}

/** Replaces a service worker that is disabled: it deletes the stored pages and unregisters itself. */
const GOING = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('dogear-')).map((name) => caches.delete(name)))
  await self.registration.unregister()
})()))
`

/** The parts that make the pages an installable app: service worker, offline page and manifest. */
export function addAppRoutes(app: FastifyInstance, deps: AppRoutesDeps): void {
  const { files, hash } = deps.assets
  // At the root, because a worker reaches no further than its own folder; what it may fetch is its own policy.
  app.get('/sw.js', { config: { anonymousCost: 'none' } }, async (_request, reply) => {
    const script = files.get('client/sw/service-worker.js')?.body.toString() ?? GOING
    const text = script.replace('VERSION', hash).replaceAll(`'./`, `'/assets/${hash}/client/sw/`)
    return reply
      .header('content-security-policy', uiPolicy())
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(deps.isOffline ? text : GOING)
  })
  app.get('/offline', async (request, reply) => {
    // Without the viewer, because the stored page is the same for all users.
    const { viewer: _viewer, ...frame } = pageFrame(deps, request, reply)
    return sendPage(reply, offlinePage(frame))
  })
  app.get('/offline/not-saved', async (request, reply) => {
    const { viewer: _viewer, ...frame } = pageFrame(deps, request, reply)
    return sendPage(reply, notSavedPage(frame))
  })
}
