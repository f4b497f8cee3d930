import { type EntryFilter, filterSql } from '../../entries/listing/entry-filter.ts'
import { type EntryPage, readListPage } from '../../entries/listing/list-entries.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import {
  type StatementRunners,
  findUpToMaxSorted,
  findHits,
  hasWords,
  MAX_TOTAL,
  searchWith,
  type Range,
  type Search,
} from './postgres-find.ts'
import { alternativesOf } from '../query-parts.ts'

/**
 * Lists entries by a query, in the same way as a search. If the query contains words, the entries are counted up to
 * `MAX_TOTAL`. If the page is beyond this number, all entries are counted, so that a client can read all pages of the
 * list.
 * @param known number of entries in the whole list, if the caller knows it
 */
export async function listPostgres(
  runners: StatementRunners,
  owner: UserId,
  filter: EntryFilter,
  known?: number,
): Promise<EntryPage> {
  const search = searchOf(runners, owner, filter)
  if (!search) return readListPage(runners.runComposed, owner, filter, known)
  const range = rangeOf(filter)
  if (range.offset + range.limit >= MAX_TOTAL) return readListPage(runners.runComposed, owner, filter, known)
  if (hasWords(search.alternatives)) return withCappedTotal(await findHits(search, range), filter)
  const few = await findUpToMaxSorted(search, range)
  return few ? withCappedTotal(few, filter) : readListPage(runners.runComposed, owner, filter, known)
}

/** @returns the search that finds the entries of a list; undefined for a list without a query */
function searchOf(runners: StatementRunners, owner: UserId, filter: EntryFilter): Search | undefined {
  const { query, ...criteria } = filter
  if (!query) return undefined
  const { where, isUnfiltered, orderBy, parameters } = filterSql(owner, criteria)
  return searchWith(runners, {
    owner,
    condition: query.condition,
    alternatives: alternativesOf(query.condition),
    where,
    isUnfiltered,
    order: orderBy,
    orderOfHits: orderOfHits(filter),
    parameters,
  })
}

/** @returns the order of a list that is sorted by id or by the time of saving; undefined for other orders */
function orderOfHits({ sort, order }: EntryFilter): string | undefined {
  if (sort === 'none') return 'hits.entry_id asc'
  if (sort === 'created') return `hits.entry_id ${order}`
  return sort === 'saved' ? `hits.created_at ${order}, hits.entry_id ${order}` : undefined
}

function rangeOf({ page, perPage, offset = (page - 1) * perPage, most = Infinity }: EntryFilter): Range {
  return { offset, limit: Math.max(0, Math.min(perPage, most - offset)) }
}

/** Limits the total of a page to the maximum length of its list, if the list has one. */
function withCappedTotal(page: EntryPage, { most = Infinity }: EntryFilter): EntryPage {
  return page.total > most ? { total: most, entries: page.entries } : page
}
