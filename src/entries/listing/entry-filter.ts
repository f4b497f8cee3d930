import type { Dialect, SqlValue } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'
import type { Condition } from '../../query/condition.ts'
import { conditionSql } from '../../query/sql/condition-sql.ts'
import { conditionTarget } from '../../query/sql/condition-target.ts'

/** Selects, sorts and pages a user's entries. */
export interface EntryFilter {
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  /** has a public link */
  readonly isPublic?: boolean
  readonly isNotParsed?: boolean
  readonly hasAnnotations?: boolean
  /** reading has started and not reached the end */
  readonly isBegun?: boolean
  readonly httpStatus?: string
  readonly domainName?: string
  /** labels; an entry must have all of them */
  readonly tags?: readonly string[]
  /** has no tag at all */
  readonly isUntagged?: boolean
  /** the last fetch failed, and there is no earlier text */
  readonly isFailed?: boolean
  /** primary tag of BCP 47, such as `fr`, which includes `fr-CA` */
  readonly language?: string
  /** minutes of reading, as stored; both bounds are inclusive */
  readonly minMinutes?: number
  readonly maxMinutes?: number
  /** Unix seconds; selects entries updated in a later second */
  readonly since?: number
  /** a query of docs/query.md */
  readonly query?: QueryFilter
  /** id of a collection that the entry is hand-picked for */
  readonly collection?: number
  /** id of the collection whose order is meant by the sort `position` */
  readonly arrangedIn?: number
  /** maximum length of the list */
  readonly most?: number
  readonly sort: EntrySort
  readonly order: 'asc' | 'desc'
  /** from 1 */
  readonly page: number
  readonly perPage: number
  /** number of entries to skip, if it is not `(page - 1) * perPage` */
  readonly offset?: number
}

export interface QueryFilter {
  readonly condition: Condition
  /** of the database that runs it */
  readonly dialect: Dialect
}

/**
 * `created` sorts by id, so that imported old entries count as new (contract 2.1), `saved` by the time that the pages
 * show; `position` by the order of a collection, whose hand-picked entries come before the others; `none` lets the
 * database choose.
 */
export type EntrySort =
  | 'created'
  | 'saved'
  | 'updated'
  | 'archived'
  | 'starred'
  | 'published'
  | 'title'
  | 'minutes'
  | 'read'
  | 'position'
  | 'none'

/** Opening a page does not start reading it, and anything after the last words of a text need not be read. */
const BEGUN =
  'select begun.entry_id from entry_progress as begun where begun.user_id = $1 and begun.share between 0.01 and 0.97'

const TAGGED =
  'exists (select 1 from entry_tag where entry_tag.user_id = entry.user_id and entry_tag.entry_id = entry.id)'

const ANNOTATED =
  'exists (select 1 from annotation where annotation.user_id = entry.user_id and annotation.entry_id = entry.id)'

/** Languages are stored as pages state them: `fr`, `fr-CA`, `fr_CA`. Must match the index of migration 0029 exactly. */
const PRIMARY_TAG = "rtrim(substr(lower(entry.language), 1, 3), '-_')"

const SORT_COLUMNS = {
  created: 'entry.id',
  saved: 'entry.created_at',
  updated: 'entry.updated_at',
  // Times may be missing, and the two databases sort nulls differently. Must match the index of migration 0022.
  archived: "coalesce(entry.archived_at, '')",
  starred: "coalesce(entry.starred_at, '')",
  // Must match the indexes of migration 0015 exactly.
  published: "coalesce(entry.published_at, '')",
  title: "substr(lower(coalesce(entry.title, '')), 1, 200)",
  minutes: 'entry.reading_time',
  read: "coalesce((select last.updated_at from entry_progress as last where last.user_id = entry.user_id and last.entry_id = entry.id), '')",
} as const

/** A condition in SQL with its parameters `$1`, `$2`, …; the first is the owner, the others those of the sort expression. */
export interface FilterSql {
  readonly where: string
  /** the sort expression of the entries; the id is the tie-breaker */
  readonly sortKey: string
  readonly orderBy: string
  readonly parameters: readonly SqlValue[]
  /** number of parameters at the beginning that the sort expression needs */
  readonly keyParameters: number
}

/**
 * The search for entries of a length. `set`: collects all matches by their index, to count them, or because they are
 * few; `walk`: reads the entries in the order of the list until the page is full.
 */
export type FilterPlan = 'set' | 'walk'

/** Values always become parameters; texts are assembled from fixed pieces, so that there are few of them. */
export function filterSql(owner: UserId, filter: EntryFilter, plan: FilterPlan = 'set'): FilterSql {
  const parameters: SqlValue[] = [owner]
  const bind = (value: SqlValue) => `$${parameters.push(value)}`
  const key = sortKey(filter, bind)
  const keyParameters = parameters.length
  const conditions = [
    'entry.user_id = $1',
    ...flagConditions(filter, bind),
    ...valueConditions(filter, bind),
    ...measureConditions(filter, bind, plan),
    ...(filter.tags ?? []).map((label) => tagCondition(bind(label))),
    ...(filter.collection === undefined ? [] : [collectedCondition(bind(filter.collection))]),
    ...queryConditions(owner, filter, bind),
  ]
  const order = { sortKey: key, orderBy: orderBy(filter, key), keyParameters }
  return { where: conditions.join(' and '), ...order, parameters }
}

type Bind = (value: SqlValue) => string

function queryConditions(owner: UserId, { query }: EntryFilter, bind: Bind): string[] {
  return query ? [conditionSql(query.condition, conditionTarget(query.dialect, owner, bind))] : []
}

function flagConditions(filter: EntryFilter, bind: Bind): string[] {
  const { isArchived, isStarred, isNotParsed, isPublic, hasAnnotations, isFailed, isBegun, isUntagged } = filter
  // A site has its own index, which also includes these; the usual one would read the whole list for it.
  const walked = filter.domainName === undefined ? '' : ' + 0'
  const flags = { is_archived: isArchived, is_starred: isStarred, is_not_parsed: isNotParsed }
  const conditions = Object.entries(flags).flatMap(([column, value]) =>
    value === undefined ? [] : [`entry.${column}${walked} = ${bind(value ? 1 : 0)}`],
  )
  if (isPublic !== undefined) conditions.push(`entry.uid is ${isPublic ? 'not null' : 'null'}`)
  if (hasAnnotations !== undefined) conditions.push(`${hasAnnotations ? '' : 'not '}${ANNOTATED}`)
  if (isFailed !== undefined) conditions.push(`entry.fetch_state ${isFailed ? '=' : '<>'} 'failed'`)
  if (isBegun !== undefined) conditions.push(`entry.id ${isBegun ? '' : 'not '}in (${BEGUN})`)
  if (isUntagged !== undefined) conditions.push(`${isUntagged ? 'not ' : ''}${TAGGED}`)
  return conditions
}

function valueConditions({ httpStatus, domainName, since }: EntryFilter, bind: Bind): string[] {
  return [
    ...(httpStatus === undefined ? [] : [`entry.http_status = ${bind(httpStatus)}`]),
    ...(domainName === undefined ? [] : [`entry.domain_name = ${bind(domainName)}`]),
    // Times are compared in whole seconds, so "later than" starts with the next one.
    ...(since === undefined ? [] : [`entry.updated_at >= ${bind(new Date((since + 1) * 1000).toISOString())}`]),
  ]
}

/** An expression over a column uses no index (SQLite documentation, "The WHERE clause analysis"). */
function measureConditions({ language, minMinutes, maxMinutes }: EntryFilter, bind: Bind, plan: FilterPlan): string[] {
  const minutes = plan === 'set' ? 'entry.reading_time' : 'entry.reading_time + 0'
  return [
    ...(language === undefined ? [] : [`${PRIMARY_TAG} = ${bind(language.toLowerCase())}`]),
    ...(minMinutes === undefined ? [] : [`${minutes} >= ${bind(minMinutes)}`]),
    ...(maxMinutes === undefined ? [] : [`${minutes} <= ${bind(maxMinutes)}`]),
  ]
}

/** Starts with the entries of the tag, which are fewer than the owner's. */
function tagCondition(label: string): string {
  return (
    'entry.id in (select entry_tag.entry_id from entry_tag join tag on tag.user_id = entry_tag.user_id' +
    ` and tag.id = entry_tag.tag_id where entry_tag.user_id = $1 and tag.user_id = $1 and tag.label = ${label})`
  )
}

function collectedCondition(collection: string): string {
  return (
    'entry.id in (select collection_entry.entry_id from collection_entry where collection_entry.user_id = $1' +
    ` and collection_entry.collection_id = ${collection})`
  )
}

function sortKey({ sort, arrangedIn }: EntryFilter, bind: Bind): string {
  if (sort === 'position') return arrangement(bind(arrangedIn ?? 0))
  return sort === 'none' ? SORT_COLUMNS.created : SORT_COLUMNS[sort]
}

/** The others follow, the newest first: no place in a collection is as large as this number. */
function arrangement(collection: string): string {
  return (
    'coalesce((select arranged.position from collection_entry as arranged where arranged.user_id = entry.user_id' +
    ` and arranged.collection_id = ${collection} and arranged.entry_id = entry.id), ${2 ** 52} - entry.id)`
  )
}

function orderBy({ sort, order }: EntryFilter, key: string): string {
  if (sort === 'none') return 'entry.id asc'
  if (sort === 'created') return `entry.id ${order}`
  // The id is the tie-breaker, so that pages never overlap.
  return `${key} ${order}, entry.id ${order}`
}
