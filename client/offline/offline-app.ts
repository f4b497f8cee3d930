import type { UserId } from '../../src/kernel/branded-ids.ts'
import { errorResponse } from '../../src/web/error-response.ts'
import { addOfflineRoutes } from '../../src/web/offline-routes.ts'
import { askToSave } from '../../src/web/saving/ask-to-save.ts'
import { pageToSave } from '../../src/web/saving/page-to-save.ts'
import type { PageCookies, WebRequest } from '../../src/web/web-request.ts'
import { countPickedEntries, countLists } from './library-counts.ts'
import type { Library } from './library.ts'
import { offlineDeps } from './offline-deps.ts'
import { offlineRequest, offlineResponse, type BufferedRequest } from './offline-request.ts'
import { addOfflineSettingsRoutes } from './offline-settings.routes.ts'
import { addOutboxRoutes } from './outbox.routes.ts'
import { RouteTable } from './route-table.ts'

/** The web app's routes, run in the browser on the stored library. */
export interface OfflineApp {
  /** @returns the response; undefined if no route matches the address */
  answer(buffered: BufferedRequest): Promise<Response | undefined>
}

/** @param hash version of the assets that the pages link to */
export function offlineApp(library: Library, hash: string, cookies: PageCookies): OfflineApp {
  const deps = offlineDeps(library, hash)
  const table = new RouteTable()
  addOfflineRoutes(table.routes, deps)
  addOutboxRoutes(table.routes, deps, library)
  addOfflineSettingsRoutes(table.routes, deps, library)
  // The page on which the user confirms the save of an address from another app or from the bookmarklet.
  table.routes.get('/bookmarklet', (request) => askToSave(deps, request, pageToSave(request.query)))
  return {
    answer: async (buffered) => {
      const found = table.find(buffered.method, buffered.url.pathname)
      if (!found) return undefined
      const request = offlineRequest(buffered, { params: found.params, cookies, ...viewerState(library, buffered) })
      const response = await found.handle(request).catch((error: Error) => errorResponse(deps, error, request))
      return offlineResponse(response, library.account.policy, buffered.url)
    },
  }
}

function viewerState(
  library: Library,
  { method, headers }: BufferedRequest,
): Pick<WebRequest, 'session' | 'counts' | 'collections'> {
  const { user, csrfToken } = library.account
  const isPage = method === 'GET' && (headers['accept'] ?? '').includes('text/html')
  return {
    session: {
      user: { id: user.id as UserId, username: user.username, isAdmin: user.isAdmin, email: '', name: null },
      tokenHash: new Uint8Array(),
      csrfToken,
      revision: library.outbox.length,
      preferences: { ...library.settings.preferences, language: library.account.language },
    },
    counts: isPage ? countLists(library) : null,
    collections: isPage ? railCollections(library) : null,
  }
}

function railCollections(library: Library) {
  const counts = countPickedEntries(library)
  return library.collections.map(({ collection: { id, name, icon, isPinned } }) => {
    const count = counts.get(id)
    return { id, name, icon, isPinned, ...(count !== undefined && { count }) }
  })
}
