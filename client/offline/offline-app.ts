import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { sendErrorPage } from '../../src/web/send-error-page.ts'
import { addTagsPageRoutes } from '../../src/web/tags/tags.routes.ts'
import type { CookieJar } from '../../src/web/cookies.ts'
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
import { OfflineReply, offlineRequest, type AskedRequest, type OfflineRequest } from './fastify-stand-ins.ts'
import { addOutboxRoutes, problemsIn, waitingRecords } from './outbox.routes.ts'
import { RouteTable } from './route-table.ts'

/** The web app's routes, run in the browser on the stored library. */
export interface OfflineApp {
  /** @returns the response; undefined if no route matches the address */
  answer(asked: AskedRequest): Promise<Response | undefined>
}

/** @param hash version of the assets that the pages link to */
export function offlineApp(library: Library, hash: string, jar: CookieJar): OfflineApp {
  const deps = depsOf(library, hash, jar)
  const table = new RouteTable()
  addRoutes(table.app, deps)
  addOutboxRoutes(table.app, deps, library)
  addKeepingRoutes(table.app, deps, library)
  addSharedRoute(table.app, deps)
  return {
    answer: async (asked) => {
      const found = table.find(asked.method, asked.url.pathname)
      if (!found) return undefined
      const request = offlineRequest(asked, { params: found.params, ...viewerState(library, asked) })
      const reply = new OfflineReply(library.account.policy)
      try {
        await found.handler(request, reply)
      } catch (error) {
        await sendErrorPage(deps, error as Error, asRequest(request), reply as unknown as FastifyReply)
      }
      return reply.response(asked.url)
    },
  }
}

/**
 * @returns whether the path belongs to a page about data stored in the browser. The browser always answers such a path
 * itself.
 */
export const isOfStore = (path: string): boolean => /^\/(?:outbox|config\/offline)(?:[/?]|$)/.test(path)

const asRequest = (request: OfflineRequest): FastifyRequest => request as unknown as FastifyRequest

function addRoutes(app: FastifyInstance, deps: WebDeps): void {
  addListRoutes(app, deps)
  addEntryActionRoutes(app, deps)
  addBulkRoutes(app, deps)
  addMinutesRoutes(app, deps)
  addCollectionsRoutes(app, deps)
  addCollectionRoutes(app, deps)
  addEntryCollectionsRoutes(app, deps)
  addHistoryRoutes(app, deps)
  addSaveRoutes(app, deps)
  addSearchPageRoutes(app, deps)
  addShortcutRoutes(app, deps)
  addTagsPageRoutes(app, deps)
  addReaderRoutes(app, deps)
}

/** Adds the page on which the user confirms the save of an address from another app or from the bookmarklet. */
function addSharedRoute(app: FastifyInstance, deps: WebDeps): void {
  app.get('/bookmarklet', (request, reply) =>
    askToSave(deps, request, reply, pageToSave(request.query as Readonly<Record<string, unknown>>)),
  )
}

function viewerState(
  library: Library,
  { method, headers }: AskedRequest,
): Pick<OfflineRequest, 'session' | 'counts' | 'collections'> {
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

function depsOf(library: Library, hash: string, jar: CookieJar): WebDeps {
  const { account, settings } = library
  const free = { take: async () => {} }
  const deps = {
    assets: { hash, files: new Map() },
    jar,
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
