import type { EntryVersion } from '../entries/listing/list-entries.ts'
import type { Condition } from '../query/condition.ts'
import { conditionSql } from '../query/sql/condition-sql.ts'
import { conditionTarget } from '../query/sql/condition-sql-dialects.ts'
import { fts5Match, type FullTextMatch } from '../query/sql/full-text-match.ts'
import { hasRank, queryParts } from './query-parts.ts'
import { RANKED_HITS, type FoundPage, type SearchPage } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'
import { isSavedInOrder } from './is-saved-in-order.ts'
import { isDefaultSort, sortSql } from './sort-sql.ts'
import { membership, type Numbers } from './sorted-numbers.ts'
import { entryVersionsSqlite } from './sqlite-entry-versions.ts'
import { followsRevision } from './follows-revision.ts'
import { conditionIds } from './sqlite/sqlite-condition-ids.ts'
import { idsOf } from './sqlite/sqlite-ids.ts'
import { MAX_SINGLE_LOOKUPS, idsByWords } from './sqlite-matching-ids.ts'
import type { IndexConnection } from './sqlite-index.ts'
import { rankedIds } from './sqlite/sqlite-matches.ts'

/** The state of a search after its words have been looked up. */
interface Search {
  readonly connection: IndexConnection
  readonly owner: number
  readonly query: SearchQuery
  /** the part of the query for the full-text index; undefined if there is none */
  readonly match: FullTextMatch | undefined
  /** the part that needs columns of the entry; undefined if there is none */
  readonly rest: Condition | undefined
  /**
   * ids of all matching entries in ascending order. Undefined if `idsByWords` cannot find them, and more than
   * `MAX_SINGLE_LOOKUPS` entries match.
   */
  readonly hits: Numbers | undefined
  /** number of all matching entries */
  readonly total: number
}

/** @returns a page of the owner's matching entries, and the total number of matches */
export function findSqlite(
  connection: IndexConnection,
  owner: number,
  query: SearchQuery,
  page: SearchPage,
): FoundPage {
  const { condition } = query
  if (condition.type === 'constant' && !condition.value) return { total: 0, entries: [] }
  const { indexed, rest } = queryParts(condition)
  const match = indexed && fts5Match(owner, indexed)
  const hits = idsByWords(connection, owner, condition, {
    idsWhere: (others, among) => idsWhere(connection, owner, others, among),
    isAll: (others) => others === undefined,
  })
  const search = { connection, owner, query, match, rest, hits: hits ?? hitsByColumns(connection, owner, query) }
  const total = search.hits?.length ?? countAll(search)
  if (page.offset >= total) return { total, entries: [] }
  // If few entries match, sorting them is faster than reading entries in order until the page is full.
  const few = search.hits ?? (total <= MAX_SINGLE_LOOKUPS ? idsWhere(connection, owner, rest) : undefined)
  return { total, entries: pageOf({ ...search, hits: few, total }, page) }
}

/**
 * @returns the ids of all matching entries of a query without words; undefined if they cannot be cached, or if they would
 *   have to be sorted
 */
function hitsByColumns(
  connection: IndexConnection,
  owner: number,
  { condition, sort }: SearchQuery,
): Numbers | undefined {
  return isDefaultSort(sort) && followsRevision(condition) ? idsWhere(connection, owner, condition) : undefined
}

function pageOf(search: Search, page: SearchPage): EntryVersion[] {
  const { query, match } = search
  const [first] = query.sort
  if (!isDefaultSort(query.sort)) return sortedHits(search, page)
  const isRanked = first ? first.key === 'relevance' : page.sort === 'rank'
  return isRanked && match?.isNegated === false && hasRank(query.condition)
    ? rankedHits(search, page)
    : newestHits(search, page)
}

/**
 * @param among if given, only entries with these ids are tested
 * @returns the ids of the owner's entries that meet the condition, in ascending order
 */
function idsWhere(connection: IndexConnection, owner: number, rest: Condition | undefined, among?: Numbers): Numbers {
  const read = (hits?: Numbers) => readIdsWhere(connection, owner, rest, hits)
  const isCached = !among && (!rest || followsRevision(rest))
  return isCached ? conditionIds(connection, owner, rest, read) : read(among)
}

function readIdsWhere(
  connection: IndexConnection,
  owner: number,
  rest: Condition | undefined,
  hits?: Numbers,
): Numbers {
  const { where, parameters } = whereSql({ owner, rest, hits })
  return idsOf(
    connection,
    `select json_group_array(id) as ids from (select id from entry ${where} order by id)`,
    parameters,
  )
}

interface WhereSql {
  readonly where: string
  readonly parameters: (string | number)[]
}

/**
 * @param isWalked true if the entries are read in the order of the page until it is full. The plus sign before the
 *   condition then keeps SQLite from using an index for it.
 */
function whereSql({ owner, rest, hits }: Pick<Search, 'owner' | 'rest' | 'hits'>, isWalked = false): WhereSql {
  const parameters: (string | number)[] = [owner]
  const bind = (value: string | number) => `$${parameters.push(value)}`
  // Looks up each id, because there are few. The plus sign keeps SQLite from searching by `user_id`, which would read
  // all entries of the owner (sqlite.org/optoverview.html, 2.1).
  const own = hits
    ? `+user_id = $1 and id in (select value from json_each(${bind(`[${hits.join(',')}]`)}))`
    : 'user_id = $1'
  const target = conditionTarget({ dialect: 'sqlite', owner, bind, plan: isWalked || hits ? 'walk' : 'set' })
  const filter = rest ? ` and ${isWalked ? '+' : ''}(${conditionSql(rest, target)})` : ''
  return { where: `where ${own}${filter}`, parameters }
}

function countAll({ connection, owner, rest }: Omit<Search, 'total'>): number {
  const { where, parameters } = whereSql({ owner, rest, hits: undefined })
  return connection.all<{ total: number }>(`select count(*) as total from entry ${where}`, ...parameters)[0]!.total
}

/** Reads and sorts all hits. @returns the requested page */
function sortedHits(search: Search, { offset, limit }: SearchPage, order = sortSql(search.query.sort)): EntryVersion[] {
  // If the hits are known, they already meet `rest`.
  const { where, parameters } = whereSql(
    { ...search, rest: search.hits ? undefined : search.rest },
    search.total > MAX_SINGLE_LOOKUPS,
  )
  const place = `limit $${parameters.length + 1} offset $${parameters.length + 2}`
  const sql = `select id, revision from entry ${where} order by ${order} ${place}`
  return search.connection.all<EntryVersion>(sql, ...parameters, limit, offset)
}

function newestHits(search: Search, page: SearchPage): EntryVersion[] {
  const { connection, owner, hits } = search
  const { offset, limit } = page
  if (!hits) return sortedHits(search, page, sortSql([]))
  if (isSavedInOrder(connection, owner)) {
    const end = Math.max(0, hits.length - offset)
    return entryVersionsSqlite(connection, owner, Array.from(hits.slice(Math.max(0, end - limit), end)).toReversed())
  }
  if (hits.length <= MAX_SINGLE_LOOKUPS) return sortedHits(search, page, sortSql([]))
  const isHit = membership(hits)
  const found: EntryVersion[] = []
  let met = 0
  for (const { id, revision } of connection.each<EntryVersion>(NEWEST_ENTRIES, owner)) {
    if (!isHit(id)) continue
    met += 1
    if (met > offset) found.push({ id, revision })
    if (found.length === limit) break
  }
  return found
}

const NEWEST_ENTRIES = 'select id, revision from entry where user_id = $1 order by created_at desc, id desc'

/** @returns a page of hits: first the most recently added hits, ranked by relevance, then the others, newest first */
function rankedHits(search: Search, page: SearchPage): EntryVersion[] {
  const { connection, owner, hits, match } = search
  const recent = hits!.slice(-RANKED_HITS)
  const among = membership(recent)
  const best = rankedIds(connection, owner, { text: match!.text, from: recent[0]! })
    .filter(among)
    .slice(page.offset, page.offset + page.limit)
  const rest = { ...search, hits: hits!.slice(0, -RANKED_HITS) }
  const missing = { ...page, offset: Math.max(0, page.offset - recent.length), limit: page.limit - best.length }
  const others = missing.limit > 0 && rest.hits.length > 0 ? newestHits(rest, missing) : []
  return [...entryVersionsSqlite(connection, owner, best), ...others]
}
