import type { SortKey } from '../query/fields.ts'
import type { SortTerm } from '../query/query.ts'

type ColumnSort = Exclude<SortKey, 'relevance'>

/**
 * SQL expressions to sort by. Some of them have an index (migrations 0015 and 0022). They must be written exactly as in
 * the index, because otherwise the database does not use it.
 */
const SORT_EXPRESSIONS: Readonly<Record<ColumnSort, string>> = {
  saved: 'entry.created_at',
  title: "substr(lower(coalesce(entry.title, '')), 1, 200)",
  time: 'entry.reading_time',
  published: "coalesce(entry.published_at, '')",
  updated: 'entry.updated_at',
  archived: "coalesce(entry.archived_at, '')",
  starred: "coalesce(entry.starred_at, '')",
  opened:
    "coalesce((select last.updated_at from entry_progress as last where last.user_id = $1 and last.entry_id = entry.id), '')",
}

const NEWEST_FIRST = 'entry.created_at desc, entry.id desc'

/**
 * @returns the expressions of `order by`. The last criterion is always newest first. Relevance is omitted, because it
 * is not a column.
 */
export function sortSql(sort: readonly SortTerm[]): string {
  const terms = sort.flatMap(({ key, isDescending }) =>
    key === 'relevance' ? [] : [`${SORT_EXPRESSIONS[key]} ${isDescending ? 'desc' : 'asc'}`],
  )
  return [...terms, NEWEST_FIRST].join(', ')
}

/** @returns true for the two default sorts of searches: newest first, and most relevant first */
export function isDefaultSort(sort: readonly SortTerm[]): boolean {
  const [first] = sort
  return !first || first.key === 'relevance' || (first.key === 'saved' && first.isDescending)
}
