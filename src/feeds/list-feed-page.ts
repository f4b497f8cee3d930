import { collectionById } from '../collections/collection-by-id.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database } from '../db/database.ts'
import { collectionFilter } from '../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { EntryPage, ListEntries } from '../entries/listing/list-entries.ts'
import type { FindNow } from '../users/time-zone.ts'
import { notFound } from '../kernel/errors.ts'
import type { Search } from '../search/search-entries.ts'
import { findLabel } from '../tags/list-labels.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { FeedOwner } from '../users/feed-token.ts'
import type { FeedListName, FeedSubject } from './feed.ts'

export interface ListFeedPageDeps {
  readonly database: Database
  readonly listEntries: ListEntries
  readonly search: Search
  readonly searchesPerUser: Throttle
  /** lists the entries that match a query; used for collections */
  readonly listByQuery: ListEntries
  readonly listCollections: ListCollections
  readonly findNow: FindNow
}

export interface FeedPage extends EntryPage {
  /**
   * false if the results may soon change although the owner's data does not, for example while the index is incomplete.
   * Such a response must not be cached.
   */
  readonly isStable: boolean
}

const LISTS: Readonly<Record<FeedListName, Pick<EntryFilter, 'isArchived' | 'isStarred' | 'sort'>>> = {
  unread: { isArchived: false, sort: 'created' },
  all: { sort: 'created' },
  archive: { isArchived: true, sort: 'archived' },
  starred: { isStarred: true, sort: 'starred' },
}

/**
 * @param page number of the page, from 1
 * @returns the entries on this page of the feed; none if the page is beyond the last one
 * @throws AppError `not_found` if the owner has no such tag or collection, `too_many_requests` after too many searches
 */
export async function listFeedPage(
  deps: ListFeedPageDeps,
  owner: FeedOwner,
  subject: FeedSubject,
  page: number,
): Promise<FeedPage> {
  const perPage = owner.feedLimit
  if (subject.kind === 'search') return searchPage(deps, owner, subject.term, page)
  if (subject.kind === 'collection') return collectionPage(deps, owner, subject.id, page)
  const filter =
    subject.kind === 'tag'
      ? { sort: subject.sort, tags: [await labelOf(deps.database, owner, subject.slug)] }
      : LISTS[subject.kind]
  return { ...(await deps.listEntries(owner, { ...filter, order: 'desc', page, perPage })), isStable: true }
}

async function searchPage(
  { search, searchesPerUser }: ListFeedPageDeps,
  owner: FeedOwner,
  term: string,
  page: number,
): Promise<FeedPage> {
  await searchesPerUser.take(String(owner.id))
  const isStable = (await search.follow(owner)) === 0
  const found = await search.searchEntries(owner, term, { page, perPage: owner.feedLimit, sort: 'created' })
  return { ...found, isStable }
}

async function collectionPage(deps: ListFeedPageDeps, owner: FeedOwner, id: number, page: number): Promise<FeedPage> {
  const collections = await deps.listCollections(owner)
  const now = await deps.findNow(owner)
  const context = { collections, now, dialect: deps.database.dialect }
  const { filter, isTimeless } = collectionFilter(collectionById(collections, id), context)
  const asked = { ...filter, page, perPage: owner.feedLimit }
  if (!filter.query) return { ...(await deps.listEntries(owner, asked)), isStable: true }
  await deps.searchesPerUser.take(String(owner.id))
  const isStable = (await deps.search.follow(owner)) === 0 && isTimeless
  return { ...(await deps.listByQuery(owner, asked)), isStable }
}

async function labelOf(database: Database, owner: FeedOwner, slug: string): Promise<string> {
  const label = await findLabel(database, owner.id, slug)
  if (label === undefined) throw notFound('tag')
  return label
}
