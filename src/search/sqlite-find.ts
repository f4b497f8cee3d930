import type { EntryKey } from '../entries/listing/list-entries.ts'
import { fts5Match } from './query/full-text-match.ts'
import { RANKED_HITS, type FoundPage, type SearchPage } from './search-index.ts'
import type { SearchQuery } from './query/search-query.ts'
import { isSavedInOrder } from './saved-in-order.ts'
import { membership, intersect, subtract, type Numbers } from './sorted-numbers.ts'
import { keysSqlite } from './sqlite-keys.ts'
import type { IndexConnection } from './sqlite-index.ts'
import { statesSql } from './query/states-sql.ts'

/** Up to this number of hits are looked up and sorted. With more, a walk from the newest entry soon meets the newest hits. */
const FEW_HITS = 1000

/** A search after its words were looked up. */
interface Search {
  readonly connection: IndexConnection
  readonly owner: number
  /** conditions on the entry's states as SQL, from `and` on */
  readonly states: string
  /** ids in ascending order; undefined: every entry of the owner */
  readonly hits: Numbers | undefined
}

/** @returns a page of the owner's entries that match, and the number of all that match */
export function findSqlite(
  connection: IndexConnection,
  owner: number,
  query: SearchQuery,
  page: SearchPage,
): FoundPage {
  if (query.matchesNothing) return { total: 0, entries: [] }
  const states = statesSql(query)
  const hits = findHits(connection, owner, query, states)
  const search = { connection, owner, states, hits }
  const total = hits?.length ?? countAll(search)
  if (page.offset >= total) return { total, entries: [] }
  if (page.sort === 'created' || !hits) return { total, entries: newest(search, page) }
  return { total, entries: ranked(search, query, page) }
}

/** @returns ids of the hits in ascending order; undefined when every entry in these states is a hit */
function findHits(connection: IndexConnection, owner: number, query: SearchQuery, states: string): Numbers | undefined {
  const { wanted, unwanted } = fts5Match(owner, query)
  if (wanted === undefined && unwanted === undefined) return undefined
  const matching = (text: string) => idsOf(connection, MATCHING, text)
  const inState = () => idsOf(connection, `${IN_STATE} ${states} order by id)`, owner)
  if (wanted === undefined) return subtract(inState(), matching(unwanted!))
  const hits = matching(unwanted === undefined ? wanted : `(${wanted}) NOT (${unwanted})`)
  return states === '' || hits.length === 0 ? hits : intersect(hits, inState())
}

/** All ids as one text, which takes a tenth of the time of a row for each. */
const MATCHING = 'select json_group_array(rowid) as ids from search_index where search_index match $1'
const IN_STATE = 'select json_group_array(id) as ids from (select id from entry where user_id = $1'

function idsOf(connection: IndexConnection, sql: string, parameter: string | number): Numbers {
  return new Float64Array(JSON.parse(connection.all<{ ids: string }>(sql, parameter)[0]!.ids) as number[])
}

function countAll({ connection, owner, states }: Search): number {
  const sql = `select count(*) as total from entry where user_id = $1 ${states}`
  return connection.all<{ total: number }>(sql, owner)[0]!.total
}

const NEWEST = 'order by created_at desc, id desc'
/** The plus sign keeps SQLite from reading all entries of the owner (sqlite.org/optoverview.html, 2.1): ids are few. */
const OWN_AMONG = '+user_id = $1 and id in (select value from json_each($2))'

function newest({ connection, owner, states, hits }: Search, { offset, limit }: SearchPage): EntryKey[] {
  const select = `select id, revision from entry where user_id = $1 ${states}`
  if (!hits) return connection.all<EntryKey>(`${select} ${NEWEST} limit $2 offset $3`, owner, limit, offset)
  if (isSavedInOrder(connection, owner)) {
    const end = Math.max(0, hits.length - offset)
    return keysSqlite(connection, owner, Array.from(hits.slice(Math.max(0, end - limit), end)).toReversed())
  }
  if (hits.length <= FEW_HITS) {
    const among = `select id, revision from entry where ${OWN_AMONG} ${states} ${NEWEST} limit $3 offset $4`
    return connection.all<EntryKey>(among, owner, `[${hits.join(',')}]`, limit, offset)
  }
  const isHit = membership(hits)
  const page: EntryKey[] = []
  let met = 0
  for (const { id, revision } of connection.each<EntryKey>(`${select} ${NEWEST}`, owner)) {
    if (!isHit(id)) continue
    met += 1
    if (met > offset) page.push({ id, revision })
    if (page.length === limit) break
  }
  return page
}

/** The best of the hits that were added last, then the others, newest first. */
function ranked(search: Search, query: SearchQuery, page: SearchPage): EntryKey[] {
  const { connection, owner, hits } = search
  const { wanted } = fts5Match(owner, query)
  if (wanted === undefined) return newest(search, page)
  const recent = hits!.slice(-RANKED_HITS)
  const among = membership(recent)
  const best = connection
    .all<{ id: number }>(RANK, wanted, recent[0]!)
    .map(({ id }) => id)
    .filter(among)
    .slice(page.offset, page.offset + page.limit)
  const rest = { ...search, hits: hits!.slice(0, -RANKED_HITS) }
  const missing = { ...page, offset: Math.max(0, page.offset - recent.length), limit: page.limit - best.length }
  const others = missing.limit > 0 && rest.hits.length > 0 ? newest(rest, missing) : []
  return [...keysSqlite(connection, owner, best), ...others]
}

/** Weights of title, people, address, notes, content. */
const RANK =
  'select rowid as id from search_index where search_index match $1 and rowid >= $2 ' +
  'order by bm25(search_index, 10, 6, 3, 4, 1), rowid desc'
