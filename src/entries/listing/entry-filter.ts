import type { SqlValue } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'

/** Which of a user's entries, in which order, which page of them. */
export interface EntryFilter {
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  /** has a public link */
  readonly isPublic?: boolean
  readonly isNotParsed?: boolean
  readonly hasAnnotations?: boolean
  /** somebody has begun to read it and is not at its end */
  readonly isBegun?: boolean
  readonly httpStatus?: string
  readonly domainName?: string
  /** labels; an entry must have all of them */
  readonly tags?: readonly string[]
  /** has no tag at all */
  readonly isUntagged?: boolean
  /** the last try to fetch it failed, and there is no text of an earlier one */
  readonly isFailed?: boolean
  /** primary tag of BCP 47, such as `fr`, which `fr-CA` belongs to */
  readonly language?: string
  /** minutes of reading, as they are stored; both bounds belong to it */
  readonly minMinutes?: number
  readonly maxMinutes?: number
  /** Unix seconds; keeps what was updated in a later second */
  readonly since?: number
  readonly sort: EntrySort
  readonly order: 'asc' | 'desc'
  /** from 1 */
  readonly page: number
  readonly perPage: number
  /** entries before the first of the page, where these are not whole pages */
  readonly offset?: number
}

/** `created` goes by id, so that imported old entries sort as new (contract 2.1); `none` leaves it to the database. */
export type EntrySort =
  'created' | 'updated' | 'archived' | 'starred' | 'published' | 'title' | 'minutes' | 'read' | 'none'

/** Who has opened a page has not begun to read it, and what comes behind the last words of a text is not read. */
const BEGUN =
  'select begun.entry_id from entry_progress as begun where begun.user_id = $1 and begun.share between 0.01 and 0.97'

const TAGGED =
  'exists (select 1 from entry_tag where entry_tag.user_id = entry.user_id and entry_tag.entry_id = entry.id)'

const ANNOTATED =
  'exists (select 1 from annotation where annotation.user_id = entry.user_id and annotation.entry_id = entry.id)'

/** Languages are stored as pages say them: `fr`, `fr-CA`, `fr_CA`. As the index of migration 0018 says it, to the letter. */
const PRIMARY_TAG = "rtrim(substr(lower(entry.language), 1, 3), '-_')"

const SORT_COLUMNS = {
  created: 'entry.id',
  updated: 'entry.updated_at',
  // Times may be missing, and the two databases sort nulls differently. As the index of migration 0022 says it.
  archived: "coalesce(entry.archived_at, '')",
  starred: "coalesce(entry.starred_at, '')",
  // As the indexes of migration 0015 say it, to the letter.
  published: "coalesce(entry.published_at, '')",
  title: "substr(lower(coalesce(entry.title, '')), 1, 200)",
  minutes: 'entry.reading_time',
  read: "coalesce((select last.updated_at from entry_progress as last where last.user_id = entry.user_id and last.entry_id = entry.id), '')",
} as const

/** A condition in SQL with its parameters `$1`, `$2`, …; the first is the owner. */
export interface FilterSql {
  readonly where: string
  /** what the entries are ordered by; the id decides between equals */
  readonly sortKey: string
  readonly orderBy: string
  readonly parameters: readonly SqlValue[]
}

/**
 * How the database looks for entries of a length. `set`: it gathers all that fit by their index, to count them, or
 * because there are few; `walk`: it goes through the entries in the order of the list until it has enough.
 */
export type FilterPlan = 'set' | 'walk'

/** Values only ever become parameters; texts are put together from fixed pieces, so that there are few of them. */
export function filterSql(owner: UserId, filter: EntryFilter, plan: FilterPlan = 'set'): FilterSql {
  const parameters: SqlValue[] = [owner]
  const bind = (value: SqlValue) => `$${parameters.push(value)}`
  const conditions = [
    'entry.user_id = $1',
    ...flagConditions(filter, bind),
    ...valueConditions(filter, bind),
    ...measureConditions(filter, bind, plan),
    ...(filter.tags ?? []).map((label) => tagCondition(bind(label))),
  ]
  return { where: conditions.join(' and '), sortKey: sortKey(filter), orderBy: orderBy(filter), parameters }
}

type Bind = (value: SqlValue) => string

function flagConditions(filter: EntryFilter, bind: Bind): string[] {
  const { isArchived, isStarred, isNotParsed, isPublic, hasAnnotations, isFailed, isBegun, isUntagged } = filter
  // A site is found by its own index, which has these as well; the usual one would go through the whole list for it.
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
    // Times are told in whole seconds, so "later than" begins with the next one.
    ...(since === undefined ? [] : [`entry.updated_at >= ${bind(new Date((since + 1) * 1000).toISOString())}`]),
  ]
}

/** An index is used for a column alone, and not for one in a sum (SQLite documentation, "The WHERE clause analysis"). */
function measureConditions({ language, minMinutes, maxMinutes }: EntryFilter, bind: Bind, plan: FilterPlan): string[] {
  const minutes = plan === 'set' ? 'entry.reading_time' : 'entry.reading_time + 0'
  return [
    ...(language === undefined ? [] : [`${PRIMARY_TAG} = ${bind(language.toLowerCase())}`]),
    ...(minMinutes === undefined ? [] : [`${minutes} >= ${bind(minMinutes)}`]),
    ...(maxMinutes === undefined ? [] : [`${minutes} <= ${bind(maxMinutes)}`]),
  ]
}

/** Begins with the entries of the tag, of which there are fewer than of the owner. */
function tagCondition(label: string): string {
  return (
    'entry.id in (select entry_tag.entry_id from entry_tag join tag on tag.user_id = entry_tag.user_id' +
    ` and tag.id = entry_tag.tag_id where entry_tag.user_id = $1 and tag.user_id = $1 and tag.label = ${label})`
  )
}

function sortKey({ sort }: EntryFilter): string {
  return sort === 'none' ? SORT_COLUMNS.created : SORT_COLUMNS[sort]
}

function orderBy({ sort, order }: EntryFilter): string {
  if (sort === 'none') return 'entry.id asc'
  if (sort === 'created') return `entry.id ${order}`
  // The id decides between equals, so that pages never overlap.
  return `${SORT_COLUMNS[sort]} ${order}, entry.id ${order}`
}
