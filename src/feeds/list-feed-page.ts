import { collectionById } from '../collections/collection-by-id.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database } from '../db/database.ts'
import { collectionFilter } from '../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { EntryPage, ListEntries } from '../entries/listing/list-entries.ts'
import type { FindNow } from '../users/time-zone.ts'
import { notFound } from '../kernel/errors.ts'
import { isTimeless } from '../query/is-timeless.ts'
import { namedCollections } from '../query/list-named-collections.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { Search } from '../search/search-entries.ts'
import type { ListForVisitor } from '../search/visitor-lists.ts'
import { findLabel } from '../tags/list-labels.ts'
import type { FeedOwner } from '../users/feed-token.ts'
import type { FeedListName, FeedSubject } from './feed.ts'

export interface ListFeedPageDeps {
  readonly database: Database
  readonly listEntries: ListEntries
  readonly search: Search
  readonly listForVisitor: ListForVisitor
  /** lists the entries that match a query; used for collections */
  readonly listByQuery: ListEntries
  readonly listCollections: ListCollections
  readonly findNow: FindNow
}

interface FeedPage extends EntryPage {
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

interface FeedPosition {
  /** number of the page, from 1 */
  readonly page: number
  /** network from which the feed is requested (src/throttling/network-of-address.ts) */
  readonly network: string
}

/**
 * @returns the entries on this page of the feed; none if the page is beyond the last one
 * @throws AppError `not_found` if the owner has no such tag or collection, `too_many_requests` after too many searches from one network
 */
export async function listFeedPage(
  deps: ListFeedPageDeps,
  owner: FeedOwner,
  subject: FeedSubject,
  position: FeedPosition,
): Promise<FeedPage> {
  const { page } = position
  const perPage = owner.feedLimit
  if (subject.kind === 'search') return searchPage(deps, owner, subject.term, position)
  if (subject.kind === 'collection') return collectionPage(deps, owner, subject.id, position)
  const filter =
    subject.kind === 'tag'
      ? { sort: subject.sort, tags: [await labelOf(deps.database, owner, subject.slug)] }
      : LISTS[subject.kind]
  return { ...(await deps.listEntries(owner, { ...filter, order: 'desc', page, perPage })), isStable: true }
}

async function searchPage(
  { search, listForVisitor }: ListFeedPageDeps,
  owner: FeedOwner,
  term: string,
  { page, network }: FeedPosition,
): Promise<FeedPage> {
  const perPage = owner.feedLimit
  const query = parseQuery(term)
  const { isComplete, ...found } = await listForVisitor({
    owner,
    network,
    key: JSON.stringify(['search', term, page, perPage]),
    isTimeless: isTimeless(query) && namedCollections(query).length === 0,
    read: () => search.searchEntries(owner, term, { page, perPage, sort: 'created' }),
  })
  return { ...found, isStable: isComplete }
}

async function collectionPage(
  deps: ListFeedPageDeps,
  owner: FeedOwner,
  id: number,
  { page, network }: FeedPosition,
): Promise<FeedPage> {
  const collections = await deps.listCollections(owner)
  const now = await deps.findNow(owner)
  const context = { collections, now, dialect: deps.database.dialect }
  const { filter, ...query } = collectionFilter(collectionById(collections, id), context)
  const asked = { ...filter, page, perPage: owner.feedLimit }
  if (!filter.query) return { ...(await deps.listEntries(owner, asked)), isStable: true }
  const key = JSON.stringify(['collection', id, page, owner.feedLimit])
  const read = () => deps.listByQuery(owner, asked)
  const { isComplete, ...found } = await deps.listForVisitor({ owner, network, key, ...query, read })
  return { ...found, isStable: isComplete && query.isTimeless }
}

async function labelOf(database: Database, owner: FeedOwner, slug: string): Promise<string> {
  const label = await findLabel(database, owner.id, slug)
  if (label === undefined) throw notFound('tag')
  return label
}
