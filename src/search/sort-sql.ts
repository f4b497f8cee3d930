import type { SortKey } from '../query/fields.ts'
import type { SortTerm } from '../query/query.ts'

type ColumnSort = Exclude<SortKey, 'relevance'>

/** Must match the indexes of migrations 0015 and 0022 where there are any. */
const COLUMNS: Readonly<Record<ColumnSort, string>> = {
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

const NEWEST = 'entry.created_at desc, entry.id desc'

/** @returns the text of `order by`, which ends with the newest entry first; by relevance, only that remains */
export function sortSql(sort: readonly SortTerm[]): string {
  const terms = sort.flatMap(({ key, isDescending }) =>
    key === 'relevance' ? [] : [`${COLUMNS[key]} ${isDescending ? 'desc' : 'asc'}`],
  )
  return [...terms, NEWEST].join(', ')
}

/** @returns whether the sort is a default of search: newest first, or most relevant first */
export function isUsualSort(sort: readonly SortTerm[]): boolean {
  const [first] = sort
  return !first || first.key === 'relevance' || (first.key === 'saved' && first.isDescending)
}
