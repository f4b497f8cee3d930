import { assetHref } from '../assets/assets.ts'
import { neededOffline } from '../assets/offline-files.ts'
import { offlinePage } from './offline.page.ts'
import { uiPolicy } from '../content-security-policy.ts'
import { frameFor, type WebContext } from '../web-context.ts'
import { pageResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { dataResponse } from '../server-response.ts'

export interface AppRoutesDeps extends WebContext {
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
export function addInstallableAppRoutes(routes: ServerRoutes, deps: AppRoutesDeps): void {
  const { hash } = deps.assets
  const needed = neededOffline(deps.assets).map((name) => assetHref(deps.assets, name))
  // The script is served from the root, because a service worker only controls pages below its own path. The content
  // security policy limits its requests.
  const sendWorker = () => {
    // The hash covers all assets. If any module changes, this text changes too, and browsers install the new version.
    const text = `import '/assets/${hash}/client/service-worker.js'\n`
    return dataResponse(deps.isOffline ? text : UNREGISTER_SCRIPT, {
      'content-security-policy': uiPolicy(),
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
  }
  routes.get('/sw.js', sendWorker, { anonymousCost: 'none' })
  const files = { 'cache-control': 'no-cache', 'content-type': 'application/json' }
  routes.get('/offline/files', () => dataResponse(JSON.stringify(needed), files), { anonymousCost: 'none' })
  routes.get('/offline', async (request) => {
    // The page is drawn without the viewer's data, because all users of the browser share the cached page.
    const { viewer: _viewer, ...frame } = frameFor(deps, request)
    return pageResponse(offlinePage(frame))
  })
}
