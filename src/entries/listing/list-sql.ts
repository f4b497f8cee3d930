import type { SqlValue } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { type EntryFilter, filterSql, type FilterPlan, type FilterSql } from './entry-filter.ts'

/** A statement with its parameters `$1`, `$2`, …, of which the first is the owner. */
export interface ListSql {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

/** The tables that a list is read from: only `entry`, or `entry` joined with `entry_tag` or `collection_entry`. */
interface Source {
  readonly from: string
  readonly where: string
  /**
   * The part of the list in `entry_tag` or `collection_entry` that consists of the same entries; absent if the list has
   * conditions on `entry`.
   */
  readonly rowsOnly?: { readonly from: string; readonly where: string }
  readonly orderBy: string
  readonly parameters: readonly SqlValue[]
}

/**
 * From this number of skipped entries, a subquery selects the ids of the page first. Otherwise, PostgreSQL would read
 * the whole row of each skipped entry.
 */
const DEEP_OFFSET = 300
/** The sort orders by entry id. The index of `entry_tag` lists the entries of a tag in this order. */
const BY_ID: ReadonlySet<EntryFilter['sort']> = new Set(['created', 'none'])

/** @returns the statement that returns the number of entries of a list, in a column `total`. No row means none. */
export function countSql(owner: UserId, filter: EntryFilter): ListSql {
  return keptCountSql(owner, filter) ?? recountSql(owner, filter)
}

/**
 * @returns the statement that reads a count that triggers keep up to date; undefined if the list has conditions for
 *   which there is none
 */
function keptCountSql(owner: UserId, filter: EntryFilter): ListSql | undefined {
  const { isArchived, isStarred, tags = [], ...others } = filter
  if (!filterSql(owner, { ...others, sort: 'none' }).isUnfiltered) return undefined
  const hasFlag = isArchived !== undefined || isStarred !== undefined
  if (tags.length > 0) {
    if (tags.length > 1 || hasFlag) return undefined
    return {
      sql: 'select entry_count as total from tag where user_id = $1 and label = $2',
      parameters: [owner, tags[0]!],
    }
  }
  if (isArchived !== undefined && isStarred !== undefined) return undefined
  const count = isArchived === undefined ? STARRED_COUNTS[String(isStarred)]! : isArchived ? 'archive' : 'unread'
  return { sql: `select ${count} as total from entry_count where user_id = $1`, parameters: [owner] }
}

/** Columns of `entry_count` for the condition `isStarred`. */
const STARRED_COUNTS: Readonly<Record<string, string>> = {
  undefined: 'unread + archive',
  true: 'starred',
  false: 'unread + archive - starred',
}

function recountSql(owner: UserId, filter: EntryFilter): ListSql {
  const { collection } = filter
  const order =
    collection === undefined ? { sort: 'none' as const } : { sort: 'position' as const, arrangedIn: collection }
  const source = sourceOf(owner, { ...filter, ...order }, 'set')
  // If the list has no further conditions, counts the rows of the tag or collection without reading `entry`. Foreign
  // keys guarantee that their entries exist.
  const { from, where } = source.rowsOnly ?? source
  return { sql: `select count(*) as total from ${from} where ${where}`, parameters: source.parameters }
}

interface PageRange {
  readonly limit: number
  readonly offset: number
}

/** @returns the statement that reads ids and revisions of a range of a list, in its order */
export function pageSql(owner: UserId, filter: EntryFilter, plan: FilterPlan, { limit, offset }: PageRange): ListSql {
  const { from, where, orderBy, parameters } = sourceOf(owner, filter, plan)
  const rangeSql = `order by ${orderBy} limit $${parameters.length + 1} offset $${parameters.length + 2}`
  const sql =
    offset >= DEEP_OFFSET && from === 'entry' && BY_ID.has(filter.sort)
      ? `select entry.id, entry.revision from entry
         where entry.user_id = $1 and entry.id in (select entry.id from entry where ${where} ${rangeSql})
         order by ${orderBy}`
      : `select entry.id, entry.revision from ${from} where ${where} ${rangeSql}`
  return { sql, parameters: [...parameters, limit, offset] }
}

/** @returns a filter for the same entries in reverse order, also among entries with equal sort values */
export function reversed(filter: EntryFilter): EntryFilter {
  if (filter.sort === 'none') return { ...filter, sort: 'created', order: 'desc' }
  return { ...filter, order: filter.order === 'desc' ? 'asc' : 'desc' }
}

function sourceOf(owner: UserId, filter: EntryFilter, plan: FilterPlan): Source {
  const { collection, arrangedIn, sort } = filter
  if (collection !== undefined && sort === 'position' && arrangedIn === collection) {
    return collectedSource(owner, filter, collection, plan)
  }
  const [tag, ...tags] = filter.tags ?? []
  if (tag === undefined || !BY_ID.has(sort)) return { from: 'entry', ...filterSql(owner, filter, plan) }
  return taggedSource(owner, { ...filter, tags }, tag, plan)
}

/** Reads the hand-picked entries of a collection in their order. */
function collectedSource(owner: UserId, filter: EntryFilter, collection: number, plan: FilterPlan): Source {
  const { collection: _collection, arrangedIn: _arrangedIn, order, ...others } = filter
  const filtered = filterSql(owner, { ...others, order, sort: 'none' }, plan)
  const { parameters } = filtered
  const marks = `marked.user_id = $1 and marked.collection_id = $${parameters.length + 1}`
  return {
    ...joinedWithEntries('collection_entry', marks, filtered),
    orderBy: `marked.position ${order}, marked.entry_id ${order}`,
    parameters: [...parameters, collection],
  }
}

/**
 * Reads the entries of a tag in order of id. The index of `entry_tag` also contains the flags. SQLite
 * never reorders a CROSS JOIN, so it reads this index first (SQLite documentation, "The Next-Generation Query
 * Planner"). PostgreSQL chooses the order of the tables itself.
 */
function taggedSource(owner: UserId, filter: EntryFilter, tag: string, plan: FilterPlan): Source {
  const { isArchived, isStarred, ...others } = filter
  const filtered = filterSql(owner, others, plan)
  const parameters = [...filtered.parameters]
  const bind = (value: SqlValue) => `$${parameters.push(value)}`
  const marks = [
    `marked.user_id = $1 and marked.tag_id = (select tag.id from tag where tag.user_id = $1 and tag.label = ${bind(tag)})`,
    ...(isArchived === undefined ? [] : [`marked.is_archived = ${bind(isArchived ? 1 : 0)}`]),
    ...(isStarred === undefined ? [] : [`marked.is_starred = ${bind(isStarred ? 1 : 0)}`]),
  ]
  return {
    ...joinedWithEntries('entry_tag', marks.join(' and '), filtered),
    orderBy: `marked.entry_id ${filter.sort === 'none' ? 'asc' : filter.order}`,
    parameters,
  }
}

/** @param marks condition on the rows of `table`, which is called `marked` */
function joinedWithEntries(
  table: 'entry_tag' | 'collection_entry',
  marks: string,
  { where, isUnfiltered }: FilterSql,
): Pick<Source, 'from' | 'where' | 'rowsOnly'> {
  const from = `${table} as marked`
  return {
    from: `${from} cross join entry`,
    where: `${marks} and entry.id = marked.entry_id and ${where}`,
    ...(isUnfiltered && { rowsOnly: { from, where: marks } }),
  }
}
