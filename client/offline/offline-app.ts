import type { Collection } from '../../src/collections/collection.ts'
import type { LoadedEntry } from '../../src/entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../../src/kernel/branded-ids.ts'
import { DEFAULT_CONFIG } from '../../src/users/user-config.ts'
import { addCollectionRoutes } from '../../src/web/collections/view-collection.routes.ts'
import { addCollectionsRoutes } from '../../src/web/collections/manage-collections.routes.ts'
import { addEntryCollectionsRoutes } from '../../src/web/collections/entry-collections.routes.ts'
import { addHistoryRoutes } from '../../src/web/action-history/action-history.routes.ts'
import { addShortcutRoutes } from '../../src/web/shortcuts/shortcuts.routes.ts'
import { askToSave } from '../../src/web/saving/ask-to-save.ts'
import { addBulkRoutes } from '../../src/web/lists/bulk.routes.ts'
import { addEntryActionRoutes } from '../../src/web/lists/entry-actions.routes.ts'
import { addListRoutes } from '../../src/web/lists/list.routes.ts'
import { addSaveRoutes } from '../../src/web/saving/save.routes.ts'
import { pageToSave } from '../../src/web/saving/page-to-save.ts'
import { addMinutesRoutes } from '../../src/web/reading-suggestions/reading-suggestions.routes.ts'
import { addReaderRoutes } from '../../src/web/reader/reader.routes.ts'
import { addSearchPageRoutes } from '../../src/web/search/search.routes.ts'
import { errorResponse } from '../../src/web/error-response.ts'
import { addTagsPageRoutes } from '../../src/web/tags/tags.routes.ts'
import type { PageCookies, WebRequest } from '../../src/web/web-request.ts'
import type { WebRoutes } from '../../src/web/web-routes.ts'
import type { WebDeps } from '../../src/web/web.routes.ts'
import { countCollections, pickedCounts } from './count-collections.ts'
import { countedTags } from './counted-tags.ts'
import { addKeepingRoutes } from './offline-settings.routes.ts'
import { countLibrary } from './server-replacements/count-lists.ts'
import { searchLibrary } from './server-replacements/search-entries.ts'
import { contentOf, markUsed } from './stored-contents.ts'
import { asDatabase } from './library-as-database.ts'
import type { Library } from './library.ts'
import { listPage } from './list-entries.ts'
import { offlineRequest, offlineResponse, type AskedRequest } from './offline-request.ts'
import { addOutboxRoutes, problemsIn, waitingRecords } from './outbox.routes.ts'
import { RouteTable } from './route-table.ts'

/** The web app's routes, run in the browser on the stored library. */
export interface OfflineApp {
  /** @returns the response; undefined if no route matches the address */
  answer(asked: AskedRequest): Promise<Response | undefined>
}

/** @param hash version of the assets that the pages link to */
export function offlineApp(library: Library, hash: string, cookies: PageCookies): OfflineApp {
  const deps = depsOf(library, hash)
  const table = new RouteTable()
  addRoutes(table.routes, deps)
  addOutboxRoutes(table.routes, deps, library)
  addKeepingRoutes(table.routes, deps, library)
  addSharedRoute(table.routes, deps)
  return {
    answer: async (asked) => {
      const found = table.find(asked.method, asked.url.pathname)
      if (!found) return undefined
      const request = offlineRequest(asked, { params: found.params, cookies, ...viewerState(library, asked) })
      const answer = await found.handle(request).catch((error: Error) => errorResponse(deps, error, request))
      return offlineResponse(answer, library.account.policy, asked.url)
    },
  }
}

/**
 * @returns whether the path belongs to a page about data stored in the browser. The browser always answers such a path
 * itself.
 */
export const isOfStore = (path: string): boolean => /^\/(?:outbox|config\/offline)(?:[/?]|$)/.test(path)

function addRoutes(routes: WebRoutes, deps: WebDeps): void {
  addListRoutes(routes, deps)
  addEntryActionRoutes(routes, deps)
  addBulkRoutes(routes, deps)
  addMinutesRoutes(routes, deps)
  addCollectionsRoutes(routes, deps)
  addCollectionRoutes(routes, deps)
  addEntryCollectionsRoutes(routes, deps)
  addHistoryRoutes(routes, deps)
  addSaveRoutes(routes, deps)
  addSearchPageRoutes(routes, deps)
  addShortcutRoutes(routes, deps)
  addTagsPageRoutes(routes, deps)
  addReaderRoutes(routes, deps)
}

/** Adds the page on which the user confirms the save of an address from another app or from the bookmarklet. */
function addSharedRoute(routes: WebRoutes, deps: WebDeps): void {
  routes.get('/bookmarklet', (request) => askToSave(deps, request, pageToSave(request.query)))
}

function viewerState(
  library: Library,
  { method, headers }: AskedRequest,
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
    counts: isPage ? countLibrary(library) : null,
    collections: isPage ? railCollections(library) : null,
  }
}

function railCollections(library: Library) {
  const counts = pickedCounts(library)
  return library.collections.map(({ collection: { id, name, icon, isPinned } }) => {
    const count = counts.get(id)
    return { id, name, icon, isPinned, ...(count !== undefined && { count }) }
  })
}

const collectionsOf = ({ collections }: Library): Collection[] => collections.map(({ collection }) => collection)

const now = async () => ({ at: new Date(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })

function depsOf(library: Library, hash: string): WebDeps {
  const { account, settings } = library
  const free = { take: async () => {} }
  const deps = {
    assets: { hash, files: new Map() },
    baseUrl: account.baseUrl,
    hasRemoteImages: account.hasRemoteImages,
    isSharing: account.isSharing,
    offlineState: (path: string) => ({
      waiting: waitingRecords(library).length,
      problems: problemsIn(library).length,
      showsOfflineMessage: !navigator.onLine || !isOfStore(path),
    }),
    database: asDatabase(library),
    dialect: 'sqlite',
    clock: { now: () => new Date() },
    loadEntries: loadEntriesOf(library),
    loadBeginnings: async (_owner: UserId, ids: readonly EntryId[]) =>
      new Map(ids.map((id) => [id, library.entries.get(id)?.beginning ?? ''])),
    findProgress: async (_owner: UserId, ids: readonly EntryId[]) =>
      new Map(ids.flatMap((id) => (library.progress.has(id) ? [[id, library.progress.get(id)!] as const] : []))),
    findCopies: async (_owner: UserId, entries: readonly { readonly id: number }[]) =>
      new Map(entries.map(({ id }) => [id, library.entries.get(id) ?? {}])),
    listEntries: async (_owner: unknown, filter: Parameters<typeof listPage>[1]) => listPage(library, filter),
    listByQuery: async (_owner: unknown, filter: Parameters<typeof listPage>[1]) => listPage(library, filter),
    listCollections: async () => collectionsOf(library),
    listTags: async () => countedTags(library),
    listLabels: async () => countedTags(library).map(({ label }) => label),
    countLists: async () => countLibrary(library),
    collectionCounter: {
      known: () => pickedCounts(library),
      count: async (_owner: unknown, wanted: readonly Collection[]) => countCollections(library, wanted, await now()),
    },
    findNow: now,
    search: {
      follow: async () => 0,
      searchEntries: async (_owner: unknown, text: string, page: Omit<Parameters<typeof searchLibrary>[2], 'now'>) =>
        searchLibrary(library, text, { ...page, now: await now() }),
      findSnippets: async () => new Map(),
    },
    searchesPerUser: free,
    savesPerUser: free,
    savingKeyOf: () => account.savingKey,
    findConfig: async () => ({ ...DEFAULT_CONFIG, ...settings }),
    revealFeedToken: () => undefined,
  }
  // `WebDeps` has more members. The routes above use only those that are set here.
  return deps as unknown as WebDeps
}

function loadEntriesOf({ entries, store }: Library): WebDeps['loadEntries'] {
  return async (_owner, ids, { hasContent }) => {
    const found = ids.flatMap((id) => entries.get(id) ?? [])
    const loaded = found.map(async (stored): Promise<[EntryId, LoadedEntry]> => {
      const text = hasContent ? await contentOf(store, stored.entry.id) : undefined
      if (text !== undefined) await markUsed(store, stored.entry.id)
      const content = text === undefined ? undefined : new TextEncoder().encode(JSON.stringify(text))
      return [stored.entry.id, { ...stored, content }]
    })
    return new Map(await Promise.all(loaded))
  }
}
