import { loadInOrder } from '../entries/listing/load-entry.ts'
import type { ListCounts } from '../entries/listing/count-lists.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { ListEntries, ListOwner } from '../entries/listing/list-entries.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Collection } from '../collections/collection.ts'
import type { CountedTag } from '../tags/list-tags.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { PAGE_SIZE, type Book } from './catalog-feed.ts'
import type { CatalogLabels } from './catalog-labels.ts'
import { entryBooks, findCovers, type EntryBooksDeps } from './entry-books.ts'
import { chooseFacets, countChoices } from './facets.ts'
import { bookDraft, navigationDraft, pageOf, type FeedDraft } from './feed-draft.ts'
import { SHELF_NAMES, type Shelf, type ShelfDeps } from './shelf.ts'

export interface DraftFeedsDeps extends ShelfDeps, EntryBooksDeps {
  readonly listEntries: ListEntries
  readonly listByQuery: ListEntries
  readonly loadEntries: LoadEntries
  readonly listTags: (owner: UserId) => Promise<readonly CountedTag[]>
  readonly countLists: (owner: ListOwner) => Promise<ListCounts>
  readonly searchesPerUser: Throttle
}

/** A request for a page of a feed. */
export interface FeedRequest {
  readonly user: ListOwner
  readonly labels: CatalogLabels
  /** words a minute */
  readonly readingSpeed: number
  /** path of the feed below that of its version */
  readonly path: string
  /** number of the page, from 1 */
  readonly number: number
  readonly parameters: URLSearchParams
  readonly isHead: boolean
}

/** @returns the feed at the start of the catalog, with links to all shelves */
export async function draftRoot({ countLists }: DraftFeedsDeps, { user, labels, path, number }: FeedRequest) {
  const { unread, starred } = await countLists(user)
  const counts: Readonly<Record<string, number>> = { unread, starred }
  const names = [...SHELF_NAMES, 'tags', 'collections'] as const
  const items = names.map((name) => {
    const count = counts[name]
    return { title: labels.shelves[name], path: `/${name}`, ...(count !== undefined && { count }) }
  })
  return navigationDraft({ title: 'Dogear', path, number }, [...items, { title: labels.books, path: '/books' }])
}

export async function draftTags({ listTags }: DraftFeedsDeps, { user, labels, path, number }: FeedRequest) {
  const tags = await listTags(user.id)
  const items = tags.map(({ label, slug, entries: count }) => ({
    title: label,
    path: `${path}/${encodeURIComponent(slug)}`,
    count,
  }))
  return navigationDraft({ title: labels.shelves.tags, path, number }, items)
}

export async function draftCollections({ listCollections }: DraftFeedsDeps, request: FeedRequest) {
  const { user, labels, path, number } = request
  const items = (await listCollections(user)).map(({ id, name }) => ({ title: name, path: `${path}/${id}` }))
  return navigationDraft({ title: labels.shelves.collections, path, number }, items)
}

/**
 * @returns the feed whose books are whole collections. They are not in the feeds of the collections, where KOReader would take
 *   them for the newest article, and would download nothing.
 */
export async function draftBooks({ listCollections, baseUrl }: DraftFeedsDeps, request: FeedRequest) {
  const { user, labels, path, number } = request
  const books = (await listCollections(user)).map((one) => collectionBook(one, baseUrl))
  return bookDraft({ title: labels.books, path, number }, books)
}

function collectionBook({ id, name, description, createdAt, updatedAt }: Collection, baseUrl: string): Book {
  return {
    id: tagUri(baseUrl, `collection:${id}`),
    title: name,
    authors: ['Dogear'],
    file: `/collections/${id}`,
    summary: description,
    updated: updatedAt,
    added: createdAt,
    tags: [],
  }
}

/** @returns an identifier for feeds and books of a server (RFC 4151) */
export function tagUri(baseUrl: string, specific: string): string {
  return `tag:${new URL(baseUrl).hostname},2026:opds:${specific}`
}

/** Number of entries of a user up to which the choices of facets are counted, because each count reads an index of all entries. */
const MAX_COUNTED = 20_000

/** @returns a page of a list of articles @throws AppError `too_many_requests` after too many searches */
export async function draftShelf(deps: DraftFeedsDeps, request: FeedRequest, shelf: Shelf): Promise<FeedDraft> {
  const { user, labels, readingSpeed, path, number, parameters } = request
  const { collection: series } = shelf
  const facets = chooseFacets(shelf.filter, { parameters, kept: shelf.parameters }, labels)
  const feed = { title: shelf.title, path, query: facets.query, facets: facets.groups }
  if (!shelf.isStable && request.isHead) {
    return { ...feed, page: pageOf(number, 0), state: undefined, items: async () => ({}) }
  }
  if (shelf.isSearch) await deps.searchesPerUser.take(String(user.id))
  const page = { page: number, perPage: PAGE_SIZE }
  const order = { sort: 'created', order: 'desc' } as const
  const own = { ...shelf.filter, isFetched: true as const, ...page }
  const filter: EntryFilter = { ...order, ...facets.filter, ...own }
  const list = filter.query ? deps.listByQuery : deps.listEntries
  const { total, entries } = await list(user, filter)
  const ids = entries.map(({ id }) => id)
  const items = await loadInOrder(deps.loadEntries, user.id, ids, { hasContent: false })
  const covers = await findCovers(deps, user.id, items)
  return {
    ...feed,
    page: pageOf(number, total),
    state: shelf.isStable ? JSON.stringify([...covers]) : undefined,
    items: async () => {
      const books = await entryBooks(deps, user.id, items, { covers, labels, readingSpeed, series })
      if (filter.query || (await deps.countLists(user)).all > MAX_COUNTED) return { books }
      const counted = { own: { ...order, ...own }, groups: facets.groups }
      return { books, facets: await countChoices(list, user, counted, total) }
    },
  }
}
