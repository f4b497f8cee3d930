import type { Collection } from '../../src/collections/collection.ts'
import type { Entry } from '../../src/entries/entry.ts'
import type { ListOwner } from '../../src/entries/listing/list-entries.ts'
import type { LoadedEntry, LoadEntries } from '../../src/entries/listing/load-entries.ts'
import type { LoadCopies } from '../../src/images/load-image-copies.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import type { OfflineReason } from '../../src/web/layout/layout.ts'
import { DEFAULT_CONFIG } from '../../src/users/user-config.ts'
import { entryExcerpt, type ExcerptLength } from '../../src/entries/listing/excerpt.ts'
import type { OfflineRoutesDeps } from '../../src/web/offline-routes.ts'
import { countCollections, countPickedEntries, countLists, countTags } from './library-counts.ts'
import { neighbourFinder } from './find-neighbours.ts'
import { libraryDatabase } from './library-database.ts'
import { timeZoneIn, type Library } from './library.ts'
import { listActions } from './list-actions.ts'
import { annotationLister } from './list-annotations.ts'
import { listPage } from './list-entries.ts'
import { reviewLister, upcomingHighlights } from './list-review.ts'
import { problemsIn, waitingRecords } from './outbox.routes.ts'
import { correctInLibrary, offerInLibrary, searchLibrary } from './server-replacements/search-entries.ts'
import { needsNetwork } from './server-replacements/server-only-actions.ts'
import { contentOf, markUsed } from './stored-contents.ts'

const nowIn = async (library: Library) => ({ at: new Date(), timeZone: timeZoneIn(library) })

const refuse = async (): Promise<never> => {
  throw needsNetwork()
}

/**
 * @param hash version of the assets that the pages link to
 * @param reason why the server does not answer. If it is only slow, texts that are not stored and lists without entries
 *   throw an error, because the server may have them.
 * @returns the dependencies of the routes, which read the library instead of the server's database
 */
export function offlineDeps(library: Library, hash: string, reason: OfflineReason): OfflineRoutesDeps {
  const isSlow = reason === 'slow'
  return {
    ...pageDeps(library, hash, reason),
    ...readersOf(library),
    ...listersOf(library),
    ...writersOf(library),
    ...(isSlow && demanding(library)),
  }
}

/** The functions that throw instead of finding nothing. */
function demanding(library: Library): Partial<OfflineRoutesDeps> {
  const { listEntries, listByQuery, listAnnotations, listReview, search } = listersOf(library)
  const load = entryLoader(library)
  return {
    listEntries: async (owner, filter) => demandHits(await listEntries(owner, filter)),
    listByQuery: async (owner, filter) => demandHits(await listByQuery(owner, filter)),
    listAnnotations: async (owner, filter, page) => demandHits(await listAnnotations(owner, filter, page)),
    listReview: async (owner, at) => {
      const review = await listReview(owner, at)
      if (review.highlights.length === 0) throw needsNetwork()
      return review
    },
    search: {
      ...search,
      searchEntries: async (owner, text, page) => demandHits(await search.searchEntries(owner, text, page)),
    },
    loadEntries: async (owner, ids, options) => {
      const loaded = await load(owner, ids, options)
      const isWithoutText = [...loaded.values()].some(
        ({ entry, content }) => content === undefined && entry.fetchState !== 'failed',
      )
      if (options.hasContent && isWithoutText) throw needsNetwork()
      return loaded
    },
  }
}

function demandHits<Found extends { readonly total: number }>(found: Found): Found {
  if (found.total === 0) throw needsNetwork()
  return found
}

function pageDeps(library: Library, hash: string, reason: OfflineReason) {
  const { baseUrl, hasRemoteImages, isSharing, savingKey } = library.account
  return {
    assets: { hash, files: new Map() },
    baseUrl,
    hasRemoteImages,
    isSharing,
    savingKeyOf: () => savingKey,
    clock: { now: () => new Date() },
    offlineState: () => ({
      waiting: waitingRecords(library).length,
      problems: problemsIn(library).length,
      reason,
    }),
  }
}

/** The functions that read entries and what belongs to them. */
function readersOf(library: Library) {
  const { entries, progress, collections, settings, outbox } = library
  return {
    loadEntries: entryLoader(library),
    loadCopies: copyLoader(library),
    loadExcerpts: async (_owner: unknown, shown: readonly Entry[], length: ExcerptLength) =>
      new Map(shown.map((entry) => [entry.id, entryExcerpt(entry, entries.get(entry.id)?.beginning ?? '', length)])),
    findProgress: async (_owner: unknown, ids: readonly EntryId[]) =>
      new Map(ids.flatMap((id) => (progress.has(id) ? [[id, progress.get(id)!] as const] : []))),
    findCopies: async (_owner: unknown, shown: readonly { readonly id: number }[]) =>
      new Map(shown.map(({ id }) => [id, entries.get(id) ?? {}])),
    findNeighbours: neighbourFinder(library),
    findCollectionsOfEntry: async (_owner: unknown, id: EntryId) =>
      collections.filter((one) => one.entries.includes(id)).map(({ collection }) => collection.id),
    findConfig: async () => ({ ...DEFAULT_CONFIG, ...settings }),
    revealFeedToken: () => undefined,
    findNow: () => nowIn(library),
    // Each change adds an operation, so a page from before the change no longer counts as current.
    currentRevision: async () => outbox.length,
  }
}

/** The functions that list, count and search. */
function listersOf(library: Library) {
  const list: OfflineRoutesDeps['listEntries'] = async (_owner, filter) => listPage(library, filter)
  return {
    dialect: 'sqlite' as const,
    listEntries: list,
    listByQuery: list,
    listCollections: async () => library.collections.map(({ collection }) => collection),
    listTags: async () => countTags(library),
    listLabels: async () => countTags(library).map(({ label }) => label),
    recentTags: async (_owner: unknown, limit: number) => recentLabels(library, limit),
    listAnnotations: annotationLister(library),
    listAllAnnotations: refuse,
    listReview: reviewLister(library),
    listUpcomingHighlights: async () => upcomingHighlights(library, await nowIn(library)),
    leftHighlights: { count: async () => library.review?.left ?? 0, list: refuse },
    listActions: async (_owner: unknown, since: string) => listActions(library, since),
    countLists: async () => countLists(library),
    collectionCounter: {
      known: () => countPickedEntries(library),
      count: async (_owner: unknown, wanted: readonly Collection[]) =>
        countCollections(library, wanted, await nowIn(library)),
    },
    search: {
      follow: async () => 0,
      searchEntries: async (_owner: ListOwner, text: string, page: Omit<Parameters<typeof searchLibrary>[2], 'now'>) =>
        searchLibrary(library, text, { ...page, now: await nowIn(library) }),
      correct: async (_owner: ListOwner, text: string) => correctInLibrary(library, text, await nowIn(library)),
      offer: async (_owner: ListOwner, text: string) => offerInLibrary(library, text),
      findSnippets: async () => new Map(),
    },
    searchesPerUser: { take: async () => {} },
    previewsPerUser: { take: async () => {} },
  }
}

/**
 * The dependencies of actions, which the modules in `server-replacements/` perform on the library. Only the server runs
 * statements and jobs, and cleans HTML.
 */
function writersOf(library: Library) {
  return {
    database: libraryDatabase(library),
    readComposed: refuse,
    jobs: { enqueue: refuse },
    clean: refuse,
    savesPerUser: { take: async () => {} },
  }
}

function entryLoader({ entries, store }: Library): LoadEntries {
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

function copyLoader({ store }: Library): LoadCopies {
  return async (_owner, id) => {
    const copies = new Map((await store.get('contents', id))?.copies)
    return (address) => copies.get(address)
  }
}

function recentLabels(library: Library, limit: number): string[] {
  const newest = countTags(library).toSorted((one, other) => other.id - one.id)
  return newest.slice(0, limit).map(({ label }) => label)
}
