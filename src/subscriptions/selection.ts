import type { Collection } from '../collections/collection.ts'
import { collectionById } from '../collections/collection-by-id.ts'
import { collectionCondition, collectionConditionFinder } from '../collections/collection-condition.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Dialect } from '../db/database.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import { notFound } from '../kernel/errors.ts'
import type { Condition } from '../query/condition.ts'
import { parseQuery } from '../query/parse-query.ts'
import { queryToCondition } from '../query/query-to-condition.ts'
import type { Search } from '../search/search-entries.ts'
import type { FindNow } from '../users/time-zone.ts'
import type { ListSubscriptions } from './list-subscriptions.ts'

/** The entries that a request of an app selects. All conditions must hold; an absent one holds for every entry. */
export interface Selection {
  /** a query in the language of docs/query.md */
  readonly query?: string
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  readonly isPublic?: boolean
  /** labels */
  readonly tags?: readonly string[]
  /** ids of subscriptions */
  readonly subscriptions?: readonly number[]
  /** ids of collections */
  readonly collections?: readonly number[]
  /** true for the entries of any collection */
  readonly isCollected?: boolean
  /** the entry was changed at this time or later; saving and fetching a page are changes */
  readonly updatedSince?: Date
  readonly updatedUntil?: Date
  readonly savedSince?: Date
  /** the entry was saved at this time or earlier */
  readonly savedUntil?: Date
  /** only these ids */
  readonly ids?: readonly number[]
  /** only smaller ids */
  readonly before?: number
  /** only larger ids */
  readonly after?: number
}

export interface SelectionDeps {
  readonly dialect: Dialect
  readonly listCollections: ListCollections
  readonly listSubscriptions: ListSubscriptions
  readonly findNow: FindNow
  readonly search: Pick<Search, 'follow'>
}

/**
 * @returns true if the selected entries are the same until the user's revision changes. A collection can depend on the time,
 *   and a search on the state of the index.
 */
export function followsRevision({ subscriptions = [], ...others }: Selection): boolean {
  const { collections = [], isCollected = false, query = '' } = others
  return subscriptions.length === 0 && collections.length === 0 && !isCollected && query === ''
}

/** The conditions of a list, without its order and its page. */
type Conditions = Omit<EntryFilter, 'sort' | 'order' | 'page' | 'perPage'>

/**
 * @returns the conditions on entries that a selection consists of
 * @throws AppError `not_found` if the user has no such subscription or collection
 */
export async function selectionConditions(
  deps: SelectionDeps,
  user: ListOwner,
  selection: Selection,
): Promise<Conditions> {
  const { isArchived, isStarred, isPublic, tags, collections = [] } = selection
  const { hosts, ids } = await requestedSubscriptions(deps, user, selection.subscriptions ?? [])
  // An entry has one host only.
  if (new Set(hosts).size > 1) return { query: { condition: NONE, dialect: deps.dialect } }
  const found = await searchConditions(deps, user, new Set([...ids, ...collections]), selection)
  const parts = [...rangesOf(selection), ...(selection.ids ? [oneOfIds(selection.ids)] : []), ...found]
  return {
    ...(isArchived !== undefined && { isArchived }),
    ...(isStarred !== undefined && { isStarred }),
    ...(isPublic !== undefined && { isPublic }),
    ...(tags && tags.length > 0 && { tags }),
    ...(hosts[0] !== undefined && { domainName: hosts[0] }),
    ...(parts.length > 0 && { query: { condition: allOf(parts), dialect: deps.dialect } }),
  }
}

const NONE: Condition = { type: 'constant', value: false }

async function requestedSubscriptions(deps: SelectionDeps, user: ListOwner, wanted: readonly number[]) {
  const hosts: string[] = []
  const ids = new Set<number>()
  const subscriptions = wanted.length > 0 ? await deps.listSubscriptions(user) : undefined
  for (const id of wanted) {
    const found = subscriptions?.find(id)
    if (!found) throw notFound('subscription')
    if (found.kind === 'site') hosts.push(found.host)
    else ids.add(found.id)
  }
  return { hosts, ids }
}

async function searchConditions(
  deps: SelectionDeps,
  user: ListOwner,
  ids: ReadonlySet<number>,
  { isCollected = false, query = '' }: Selection,
): Promise<Condition[]> {
  if (ids.size === 0 && !isCollected && query === '') return []
  await deps.search.follow(user)
  const [collections, now] = [await deps.listCollections(user), await deps.findNow(user)]
  const conditionOf = (collection: Collection) => collectionCondition(collection, collections, now)
  const find = collectionConditionFinder(collections, now)
  return [
    ...[...ids].map((id) => conditionOf(collectionById(collections, id))),
    ...(isCollected ? [anyOf(collections.map(conditionOf))] : []),
    ...(query === '' ? [] : [queryToCondition(parseQuery(query), now, find)]),
  ]
}

function anyOf(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return NONE
  return parts.length === 1 ? parts[0]! : { type: 'or', parts }
}

function allOf(parts: readonly Condition[]): Condition {
  return parts.length === 1 ? parts[0]! : { type: 'and', parts }
}

/** Number of conditions side by side, because databases limit the depth of expressions. */
const GROUP_SIZE = 50

function oneOfIds(ids: readonly number[]): Condition {
  const tests = ids.map((id) => idRange({ from: id, to: id }))
  const groups: Condition[] = []
  for (let start = 0; start < tests.length; start += GROUP_SIZE) {
    groups.push(anyOf(tests.slice(start, start + GROUP_SIZE)))
  }
  return anyOf(groups)
}

function rangesOf({ updatedSince, updatedUntil, savedSince, savedUntil, before, after }: Selection): Condition[] {
  return [
    ...(updatedSince ? [timeRange('updated', { from: updatedSince.toISOString() })] : []),
    ...(updatedUntil ? [timeRange('updated', { to: updatedUntil.toISOString() })] : []),
    ...(savedSince ? [timeRange('saved', { from: savedSince.toISOString() })] : []),
    ...(savedUntil ? [timeRange('saved', { to: savedUntil.toISOString() })] : []),
    ...(before === undefined ? [] : [idRange({ to: before, isToExclusive: true })]),
    ...(after === undefined ? [] : [idRange({ from: after, isFromExclusive: true })]),
  ]
}

type TimeTest = Extract<Condition, { type: 'time' }>
type NumberTest = Extract<Condition, { type: 'number' }>

function timeRange(column: TimeTest['column'], range: TimeTest['range']): Condition {
  return { type: 'time', column, range }
}

function idRange(range: NumberTest['range']): Condition {
  return { type: 'number', column: 'id', range }
}
