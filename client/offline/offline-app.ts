import type { UserId } from '../../src/kernel/branded-ids.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { errorResponse } from '../../src/web/error-response.ts'
import type { OfflineReason } from '../../src/web/layout/layout.ts'
import { offlinePage } from '../../src/web/app/offline.page.ts'
import { addOfflineRoutes, type OfflineRoutesDeps } from '../../src/web/offline-routes.ts'
import { askToSave } from '../../src/web/saving/ask-to-save.ts'
import { pageToSave } from '../../src/web/saving/page-to-save.ts'
import { frameFor, type WebContext } from '../../src/web/web-context.ts'
import type { PageCookies, WebRequest } from '../../src/web/web-request.ts'
import { pageResponse, type WebResponse } from '../../src/web/web-response.ts'
import { countPickedEntries, countLists } from './library-counts.ts'
import type { Library } from './library.ts'
import { offlineDeps } from './offline-deps.ts'
import { offlineRequest, offlineResponse, type BufferedRequest } from './offline-request.ts'
import { addOfflineSettingsRoutes } from './offline-settings.routes.ts'
import { addOutboxRoutes } from './outbox.routes.ts'
import { RouteTable } from './route-table.ts'
import { needsNetwork } from './server-replacements/server-only-actions.ts'

/** The web app's routes, run in the browser on the stored library. */
export interface OfflineApp {
  /**
   * @param reason why the server does not answer
   * @returns the response; undefined if no route matches the address, or if the library does not have what was requested
   */
  answer(buffered: BufferedRequest, reason: OfflineReason): Promise<Response | undefined>
  /** @returns a page with the user's navigation, which says that the requested page is not available offline */
  answerMissing(buffered: BufferedRequest): Response
}

/** @param hash version of the assets that the pages link to */
export function offlineApp(library: Library, hash: string, cookies: PageCookies): OfflineApp {
  const tables = new Map<OfflineReason, RouteTable>()
  return {
    answer: async (buffered, reason) => {
      const deps = offlineDeps(library, hash, reason)
      const table = tables.get(reason) ?? routeTable(deps, library)
      tables.set(reason, table)
      const found = table.find(buffered.method, buffered.url.pathname)
      if (!found) return undefined
      const request = offlineRequest(buffered, { params: found.params, cookies, ...viewerState(library, buffered) })
      const made = await found.handle(request).catch((error: Error) => answerFailure(deps, error, request))
      const response = made && offlineResponse(made, library.account.policy, buffered.url)
      return reason === 'slow' && isFailure(response) ? undefined : response
    },
    answerMissing: (buffered) => {
      const request = offlineRequest(buffered, { params: {}, cookies, ...viewerState(library, buffered) })
      const page = offlinePage(frameFor(offlineDeps(library, hash, 'offline'), request))
      return offlineResponse(pageResponse(page), library.account.policy, buffered.url)
    },
  }
}

function routeTable(deps: OfflineRoutesDeps, library: Library): RouteTable {
  const table = new RouteTable()
  addOfflineRoutes(table.routes, deps)
  addOutboxRoutes(table.routes, deps, library)
  addOfflineSettingsRoutes(table.routes, deps, library)
  // The page on which the user confirms the save of an address from another app or from the bookmarklet.
  table.routes.get('/bookmarklet', (request) => askToSave(deps, request, pageToSave(request.query)))
  return table
}

/**
 * @returns the error page; undefined for a page that the library does not have. Only the server knows whether such a page
 *   was deleted, or was created elsewhere.
 */
function answerFailure(deps: WebContext, error: Error, request: WebRequest): WebResponse | undefined {
  const isMissing = error instanceof AppError && error.code === 'not_found'
  if (!isMissing) return errorResponse(deps, error, request)
  return request.method === 'GET' ? undefined : errorResponse(deps, needsNetwork(), request)
}

const isFailure = (response: Response | undefined): boolean => response !== undefined && response.status >= 400

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
      // Without a network, no page asks for the password or a passkey.
      hasPassword: true,
      hasPasskeys: false,
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
