import { collectionCondition, collectionConditionFinder } from '../collections/collection-condition.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Dialect } from '../db/database.ts'
import type { EntryFilter, EntrySort } from '../entries/listing/entry-filter.ts'
import type { ListEntries } from '../entries/listing/list-entries.ts'
import type { LoadListed } from '../entries/listing/listed-entries.ts'
import type { KeyUser } from '../keys/key-user.ts'
import type { Condition, TimeColumn } from '../query/condition.ts'
import { parseId } from '../kernel/parse-id.ts'
import { queryToCondition } from '../query/query-to-condition.ts'
import type { Search } from '../search/search-entries.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { FindNow } from '../users/time-zone.ts'
import { presentBookmark } from './bookmark.presenter.ts'
import { parseLinkdingQuery } from './linkding-query.ts'
import { pageOf, type Page } from './page.ts'

export interface ListBookmarksDeps {
  readonly listEntries: ListEntries
  readonly listByQuery: ListEntries
  readonly loadListed: LoadListed
  readonly listCollections: ListCollections
  readonly findNow: FindNow
  readonly search: Pick<Search, 'follow'>
  readonly searchesPerUser: Throttle
  readonly dialect: Dialect
}

/** Parameters of the address, as sent. */
export type Parameters = Readonly<Record<string, unknown>>

const SORTS: Readonly<Record<string, EntrySort>> = { added: 'saved', modified: 'updated', title: 'title' }

/** @returns one page of the user's bookmarks that match the parameters `q`, `unread`, `shared` and the times */
export async function listBookmarks(
  deps: ListBookmarksDeps,
  user: KeyUser,
  { parameters, isArchived }: { readonly parameters: Parameters; readonly isArchived: boolean },
): Promise<Omit<Page, 'path'> & { readonly results: readonly unknown[] }> {
  const page = pageOf(parameters)
  const condition = await conditionOf(deps, user, { parameters, isArchived })
  const [, key = '', order = 'desc'] = /^(added|modified|title)_(asc|desc)$/.exec(text(parameters, 'sort')) ?? []
  const filter: EntryFilter = {
    isArchived,
    ...(text(parameters, 'shared') === 'yes' && { isPublic: true }),
    ...(text(parameters, 'shared') === 'no' && { isPublic: false }),
    ...(condition && { query: { condition, dialect: deps.dialect } }),
    sort: SORTS[key] ?? 'saved',
    order: order === 'asc' ? 'asc' : 'desc',
    page: 1,
    perPage: page.limit,
    offset: page.offset,
  }
  const { total, entries } = await (condition ? deps.listByQuery : deps.listEntries)(user, filter)
  const listed = await deps.loadListed(user.id, entries)
  return { ...page, count: total, results: listed.map(presentBookmark) }
}

/** @returns true if the parameters contain words to search for, or the number of a collection */
export function isSearch(parameters: Parameters): boolean {
  return text(parameters, 'q').trim() !== '' || parseId(parameters['bundle']) !== undefined
}

async function conditionOf(
  deps: ListBookmarksDeps,
  user: KeyUser,
  { parameters, isArchived }: { readonly parameters: Parameters; readonly isArchived: boolean },
): Promise<Condition | undefined> {
  const parts: Condition[] = [
    ...timeAfter(parameters, 'modified_since', 'updated'),
    ...timeAfter(parameters, 'added_since', 'saved'),
  ]
  // A bookmark counts as unread until it is archived.
  const unread = text(parameters, 'unread')
  if ((unread === 'yes' && isArchived) || (unread === 'no' && !isArchived)) {
    parts.push({ type: 'constant', value: false })
  }
  parts.push(...(await conditionsOfSearch(deps, user, parameters)))
  return parts.length > 1 ? { type: 'and', parts } : parts[0]
}

/** @returns the conditions of the words in `q`, and of the collection in `bundle`. An unknown one is ignored, as in linkding. */
async function conditionsOfSearch(
  deps: ListBookmarksDeps,
  user: KeyUser,
  parameters: Parameters,
): Promise<Condition[]> {
  if (!isSearch(parameters)) return []
  const [query, bundle] = [text(parameters, 'q').trim(), parseId(parameters['bundle'])]
  await deps.searchesPerUser.take(String(user.id))
  await deps.search.follow(user)
  const [collections, now] = [await deps.listCollections(user), await deps.findNow(user)]
  const collection = collections.find(({ id }) => id === bundle)
  const find = collectionConditionFinder(collections, now)
  return [
    ...(query === '' ? [] : [queryToCondition(parseLinkdingQuery(query), now, find)]),
    ...(collection ? [collectionCondition(collection, collections, now)] : []),
  ]
}

/** @returns a condition on a time that is later than the one in a parameter; none if the parameter is no time */
function timeAfter(parameters: Parameters, name: string, column: TimeColumn): Condition[] {
  const sent = text(parameters, name)
  const time = /^\d{4}-\d\d-\d\d/.test(sent) ? Date.parse(sent) : Number.NaN
  if (Number.isNaN(time)) return []
  return [{ type: 'time', column, range: { from: new Date(time).toISOString(), isFromExclusive: true } }]
}

function text(parameters: Parameters, name: string): string {
  const value = parameters[name]
  return typeof value === 'string' ? value : ''
}
