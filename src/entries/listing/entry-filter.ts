import type { Dialect, SqlValue } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Condition } from '../../query/condition.ts'
import { conditionSql } from '../../query/sql/condition-sql.ts'
import { conditionTarget } from '../../query/sql/condition-sql-dialects.ts'

/**
 * Latest time that filters accept, in Unix seconds: shortly before the end of the year 9999. Later times are replaced by it,
 * because ISO texts of later years do not sort correctly.
 */
export const LATEST_SECONDS = 253_402_300_798

/** Conditions, order and page of a list of a user's entries. */
export interface EntryFilter {
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  /** the entry has a public link */
  readonly isPublic?: boolean
  readonly isNotParsed?: boolean
  readonly hasAnnotations?: boolean
  /** the user has started to read the entry and has not reached its end */
  readonly isBegun?: boolean
  readonly httpStatus?: string
  readonly domainName?: string
  /** labels; an entry must have all of them */
  readonly tags?: readonly string[]
  /** the entry has no tags */
  readonly isUntagged?: boolean
  /** the last fetch failed, and the entry has no text from an earlier one */
  readonly isFailed?: boolean
  /** no fetch is pending, and the last one has not failed without a text */
  readonly isFetched?: true
  /** primary language subtag of BCP 47, such as `fr`, which also selects `fr-CA` */
  readonly language?: string
  /** stored reading time in minutes; both bounds are inclusive */
  readonly minMinutes?: number
  readonly maxMinutes?: number
  /** time in Unix seconds; selects entries that were updated in a later second */
  readonly since?: number
  /** a query in the language of docs/query.md */
  readonly query?: QueryFilter
  /** id of a collection; selects its hand-picked entries */
  readonly collection?: number
  /** id of the collection whose order the sort `position` uses */
  readonly arrangedIn?: number
  /** maximum length of the list; further entries are left out */
  readonly most?: number
  readonly sort: EntrySort
  readonly order: 'asc' | 'desc'
  /** from 1 */
  readonly page: number
  readonly perPage: number
  /** number of entries to skip; defaults to `(page - 1) * perPage` */
  readonly offset?: number
}

interface QueryFilter {
  readonly condition: Condition
  /** SQL dialect of the database that runs the query */
  readonly dialect: Dialect
}

/**
 * Sort orders:
 * - `created`: by id, so that an import counts as new even if its entries are old (wallabag contract 2.1)
 * - `saved`: by the time of saving that the pages show
 * - `position`: by the order of a collection, followed by the entries that were not picked by hand
 * - `none`: by ascending id
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

/**
 * Entries that the user is reading. A position near the start does not count, because the user may only have opened the
 * page. A position near the end counts as the end, because few people scroll past the last paragraph.
 */
const BEGUN_CONDITION =
  'select begun.entry_id from entry_progress as begun where begun.user_id = $1 and begun.share between 0.01 and 0.97'

const TAGGED_CONDITION =
  'exists (select 1 from entry_tag where entry_tag.user_id = entry.user_id and entry_tag.entry_id = entry.id)'

const ANNOTATED_CONDITION =
  'exists (select 1 from annotation where annotation.user_id = entry.user_id and annotation.entry_id = entry.id)'

/**
 * Primary subtag of the language, in SQL. Pages state languages in different forms: `fr`, `fr-CA`, `fr_CA`. The
 * databases use the index `entry_language` only if this expression equals the one in the index.
 */
const PRIMARY_TAG = "rtrim(substr(lower(entry.language), 1, 3), '-_')"

const SORT_COLUMNS = {
  created: 'entry.id',
  saved: 'entry.created_at',
  updated: 'entry.updated_at',
  // Replaces nulls, because SQLite and PostgreSQL sort them differently. Must equal the expression in the index
  // `entry_archived_order`.
  archived: "coalesce(entry.archived_at, '')",
  starred: "coalesce(entry.starred_at, '')",
  // This expression and the next one must equal those in the indexes `entry_published` and `entry_title`.
  published: "coalesce(entry.published_at, '')",
  title: "substr(lower(coalesce(entry.title, '')), 1, 200)",
  minutes: 'entry.reading_time',
  read: `coalesce((
    select last.updated_at from entry_progress as last
    where last.user_id = entry.user_id and last.entry_id = entry.id
  ), '')`,
} as const

/**
 * A condition in SQL with its parameters `$1`, `$2`, …. The owner comes first, then the parameters of the sort
 * expression, then all others.
 */
export interface FilterSql {
  readonly where: string
  /** true if `where` has no condition besides the owner, so that it selects the owner's whole library */
  readonly isUnfiltered: boolean
  /** expression by which the entries are sorted; equal values are sorted by id */
  readonly sortKey: string
  readonly orderBy: string
  readonly parameters: readonly SqlValue[]
  /** number of leading parameters that the sort expression needs, including the owner */
  readonly keyParameters: number
}

/**
 * How the database reads a list. `set` collects all matches through the index of a condition, to count them, or to sort
 * them if they are few. `walk` reads the entries in the order of the list until the page is full.
 */
export type FilterPlan = 'set' | 'walk'

/**
 * Builds the SQL of a filter. Values always become parameters, so there are few distinct statements, and each can be
 * prepared once.
 */
export function filterSql(owner: UserId, filter: EntryFilter, plan: FilterPlan = 'set'): FilterSql {
  const parameters: SqlValue[] = [owner]
  const bind = (value: SqlValue) => `$${parameters.push(value)}`
  const key = sortKey(filter, bind)
  const keyParameters = parameters.length
  const conditions = [
    ...flagConditions(filter, bind),
    ...valueConditions(filter, bind),
    ...measureConditions(filter, bind, plan),
    ...(filter.tags ?? []).map((label) => tagCondition(bind(label))),
    ...(filter.collection === undefined ? [] : [collectedCondition(bind(filter.collection))]),
    ...queryConditions(owner, filter, bind, plan),
  ]
  const order = { sortKey: key, orderBy: orderBy(filter, key), keyParameters }
  const where = ['entry.user_id = $1', ...conditions].join(' and ')
  return { where, isUnfiltered: conditions.length === 0, ...order, parameters }
}

type Bind = (value: SqlValue) => string

function queryConditions(owner: UserId, { query }: EntryFilter, bind: Bind, plan: FilterPlan): string[] {
  if (!query) return []
  const sql = conditionSql(query.condition, conditionTarget({ dialect: query.dialect, owner, bind, plan }))
  // In the plan `walk`, SQLite must read the entries in the order of the list. The plus sign keeps it from using an
  // index for the condition instead (sqlite.org/optoverview.html, 2.1).
  return [plan === 'walk' && query.dialect === 'sqlite' ? `+(${sql})` : sql]
}

function flagConditions(filter: EntryFilter, bind: Bind): string[] {
  const { isArchived, isStarred, isNotParsed, isPublic, hasAnnotations, isFailed, isBegun, isUntagged } = filter
  // In a list of one site, the database must use the index on sites, which also contains the flags. `+ 0` rules
  // out the index on a flag, through which it would read the entries of all sites that have this flag.
  const walked = filter.domainName === undefined ? '' : ' + 0'
  const flags = { is_archived: isArchived, is_starred: isStarred, is_not_parsed: isNotParsed }
  const conditions = Object.entries(flags).flatMap(([column, value]) =>
    value === undefined ? [] : [`entry.${column}${walked} = ${bind(value ? 1 : 0)}`],
  )
  if (isPublic !== undefined) conditions.push(`entry.uid is ${isPublic ? 'not null' : 'null'}`)
  if (hasAnnotations !== undefined) conditions.push(`${hasAnnotations ? '' : 'not '}${ANNOTATED_CONDITION}`)
  if (isFailed !== undefined) conditions.push(`entry.fetch_state ${isFailed ? '=' : '<>'} 'failed'`)
  if (isBegun !== undefined) conditions.push(`entry.id ${isBegun ? '' : 'not '}in (${BEGUN_CONDITION})`)
  if (isUntagged !== undefined) conditions.push(`${isUntagged ? 'not ' : ''}${TAGGED_CONDITION}`)
  return conditions
}

function valueConditions({ httpStatus, domainName, since, isFetched }: EntryFilter, bind: Bind): string[] {
  return [
    ...(isFetched ? ["entry.fetch_state in ('none', 'done')"] : []),
    ...(httpStatus === undefined ? [] : [`entry.http_status = ${bind(httpStatus)}`]),
    ...(domainName === undefined ? [] : [`entry.domain_name = ${bind(domainName)}`]),
    // `since` has whole seconds. Only entries that were updated in a later second count as newer.
    ...(since === undefined ? [] : [`entry.updated_at >= ${bind(new Date((since + 1) * 1000).toISOString())}`]),
  ]
}

/**
 * Conditions on language and reading time. In the plan `walk`, the database must read the entries in the order of the
 * list. `+ 0` keeps it from using the index on the reading time instead (SQLite documentation, "The WHERE clause
 * analysis").
 */
function measureConditions({ language, minMinutes, maxMinutes }: EntryFilter, bind: Bind, plan: FilterPlan): string[] {
  const minutes = plan === 'set' ? 'entry.reading_time' : 'entry.reading_time + 0'
  return [
    ...(language === undefined ? [] : [`${PRIMARY_TAG} = ${bind(language.toLowerCase())}`]),
    ...(minMinutes === undefined ? [] : [`${minutes} >= ${bind(minMinutes)}`]),
    ...(maxMinutes === undefined ? [] : [`${minutes} <= ${bind(maxMinutes)}`]),
  ]
}

/**
 * @returns a condition with a subquery for the tag's entries. The database can run the subquery first, because a tag
 *   usually has a small part of the library.
 */
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

/**
 * @returns an expression for the position in a collection. Entries that were not picked by hand get numbers above all
 * positions, so they come last, newest first.
 */
function arrangement(collection: string): string {
  return (
    'coalesce((select arranged.position from collection_entry as arranged where arranged.user_id = entry.user_id' +
    ` and arranged.collection_id = ${collection} and arranged.entry_id = entry.id), ${2 ** 52} - entry.id)`
  )
}

function orderBy({ sort, order }: EntryFilter, key: string): string {
  if (sort === 'none') return 'entry.id asc'
  if (sort === 'created') return `entry.id ${order}`
  // Entries with equal values are sorted by id. Otherwise, an entry could appear on two pages.
  return `${key} ${order}, entry.id ${order}`
}
