import type { SqlValue } from '../db/database.ts'
import { type EntryFilter, filterSql } from '../entries/listing/entry-filter.ts'
import { type EntryVersion, type EntryPage, readListPage } from '../entries/listing/list-entries.ts'
import { countSql } from '../entries/listing/list-sql.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Condition } from '../query/condition.ts'
import { entryVersionsSqlite } from './sqlite-entry-versions.ts'
import { isSavedInOrder } from './is-saved-in-order.ts'
import type { Numbers } from './sorted-numbers.ts'
import { followsRevision } from './follows-revision.ts'
import { conditionIds } from './sqlite/sqlite-condition-ids.ts'
import { idsOf } from './sqlite/sqlite-ids.ts'
import { MAX_SINGLE_LOOKUPS, idsByWords } from './sqlite-matching-ids.ts'
import type { IndexConnection } from './sqlite-index.ts'

interface List {
  readonly connection: IndexConnection
  readonly owner: UserId
  readonly filter: EntryFilter
}

/**
 * Lists entries by a query. The words are looked up once, and their matches are combined with the ids of the entries
 * that meet the other conditions. In a single SQL statement, SQLite would look up the words twice, for the count and
 * for the page, and store the matches in a temporary table each time.
 * @param known number of entries in the whole list, if the caller knows it
 */
export async function listSqlite(
  connection: IndexConnection,
  owner: UserId,
  filter: EntryFilter,
  known?: number,
): Promise<EntryPage> {
  const list = { connection, owner, filter }
  const found = findByWords(list)
  if (found) return pageOf(list, found)
  if (isCacheable(list) && directionOfIds(list)) return pageOf(list, idsWhere(list))
  const total = known ?? count(list)
  if (total > 0 && total <= MAX_SINGLE_LOOKUPS) return pageOf(list, idsWhere(list))
  const read = async <Row>(sql: string, parameters: readonly SqlValue[]) => connection.all<Row>(sql, ...parameters)
  return readListPage(read, owner, filter, total)
}

/**
 * @returns the ids of all entries of the list in ascending order; undefined if an alternative of the query contains no
 * words (see `idsByWords`)
 */
function findByWords({ connection, owner, filter }: List): Numbers | undefined {
  const { query, ...criteria } = filter
  if (!query) return undefined
  const others = (rest: Condition | undefined): List => ({
    connection,
    owner,
    filter: rest ? { ...criteria, query: { ...query, condition: rest } } : criteria,
  })
  return idsByWords(connection, owner, query.condition, {
    idsWhere: (rest, among) => idsWhere(others(rest), among),
    isAll: (rest) => filterSql(owner, others(rest).filter).isUnfiltered,
  })
}

function count({ connection, owner, filter }: List): number {
  const { sql, parameters } = countSql(owner, filter)
  return connection.all<{ total: number }>(sql, ...parameters)[0]?.total ?? 0
}

/** @returns true if the list is selected by a query alone, and its ids can be cached */
function isCacheable({ owner, filter: { query, ...criteria } }: List): boolean {
  return (!query || followsRevision(query.condition)) && filterSql(owner, criteria).isUnfiltered
}

/**
 * @param among if given, only these ids are tested
 * @returns the ids of the entries that meet the filter, in ascending order
 */
function idsWhere(list: List, among?: Numbers): Numbers {
  const read = (ids?: Numbers) => readIdsWhere(list, ids)
  if (among || !isCacheable(list)) return read(among)
  return conditionIds(list.connection, list.owner, list.filter.query?.condition, read)
}

function readIdsWhere({ connection, owner, filter }: List, among?: Numbers): Numbers {
  const { where, parameters } = filterSql(owner, { ...filter, sort: 'none' }, among ? 'walk' : 'set')
  // SQLite never reorders a CROSS JOIN, so it looks up each id.
  const from = among ? `json_each($${parameters.length + 1}) as hits cross join entry` : 'entry'
  const ids = `select entry.id from ${from} where ${where}${among ? ' and entry.id = hits.value' : ''} order by entry.id`
  return idsOf(connection, `select json_group_array(id) as ids from (${ids})`, [
    ...(parameters as (string | number)[]),
    ...(among ? [jsonOf(among)] : []),
  ])
}

const jsonOf = (ids: Numbers): string => `[${ids.join(',')}]`

/** @param ids the ids of all entries of the list in ascending order */
function pageOf({ connection, owner, filter }: List, ids: Numbers): EntryPage {
  const total = Math.min(ids.length, filter.most ?? ids.length)
  const offset = filter.offset ?? (filter.page - 1) * filter.perPage
  const limit = Math.min(filter.perPage, total - offset)
  if (limit <= 0) return { total, entries: [] }
  const place = { offset, limit }
  const direction = directionOfIds({ connection, owner, filter })
  if (!direction) return { total, entries: sortedEntries({ connection, owner, filter }, ids, place) }
  const start = direction === 'asc' ? offset : ids.length - offset - limit
  const page = Array.from(ids.subarray(start, start + limit))
  return { total, entries: entryVersionsSqlite(connection, owner, direction === 'asc' ? page : page.toReversed()) }
}

/** @returns the direction of a list that is sorted by id; undefined for any other order */
function directionOfIds({ connection, owner, filter: { sort, order } }: List): 'asc' | 'desc' | undefined {
  if (sort === 'none') return 'asc'
  return sort === 'created' || (sort === 'saved' && isSavedInOrder(connection, owner)) ? order : undefined
}

interface PageRange {
  readonly offset: number
  readonly limit: number
}

function sortedEntries(
  { connection, owner, filter }: List,
  ids: Numbers,
  { offset, limit }: PageRange,
): EntryVersion[] {
  const { sort, order, arrangedIn } = filter
  const all = { sort, order, ...(arrangedIn !== undefined && { arrangedIn }), page: 1, perPage: limit }
  const { where, orderBy, parameters } = filterSql(owner, all)
  const [hits, most, skipped] = [1, 2, 3].map((number) => `$${parameters.length + number}`)
  // For many ids, the plus sign keeps SQLite from looking up each id (sqlite.org/optoverview.html, 2.1). SQLite then
  // reads the entries in the order of the list until the page is full.
  const id = ids.length <= MAX_SINGLE_LOOKUPS ? 'entry.id' : '+entry.id'
  return connection.all<EntryVersion>(
    `select entry.id, entry.revision from entry where ${where} and ${id} in (select value from json_each(${hits}))
      order by ${orderBy} limit ${most} offset ${skipped}`,
    ...parameters,
    jsonOf(ids),
    limit,
    offset,
  )
}
