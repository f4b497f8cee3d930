import type { SqlValue } from '../db/database.ts'
import type { Ask } from './changed-entries.ts'
import { tsqueryMatch } from './full-text-match.ts'
import { pagesSql } from './postgres-pages.ts'
import type { SavedOrders } from './postgres-order.ts'
import type { SearchPool } from './search-pool.ts'
import type { SearchQuery } from './search-query.ts'
import type { SegmentPages } from './segment.ts'
import { askedPages, type ReadPages } from './word-lists.ts'

/** What a search goes by, all of one moment: an entry that is packed meanwhile is neither missed nor met twice. */
export interface ReadLists extends ReadPages {
  /** entries that are in no segment yet and match; where nothing is wanted, those that have something of what is not */
  readonly recent: readonly number[]
  /** whether the order of ids is that of time */
  readonly isSavedInOrder: boolean
}

/** Pages of one of `askedPages` in one segment; the first row has no pages but what is beside them. */
interface Row {
  readonly at: number
  readonly segment: number
  readonly ids: Uint8Array | null
  readonly places: Uint8Array | null
  readonly beside: string | null
}

interface Beside {
  readonly gone: readonly (readonly [id: number, below: number])[]
  readonly recent: readonly number[]
  readonly last: number | null
}

/** What searches share: statements, what is remembered of users, and threads for what takes long. */
export interface Reader {
  readonly ask: Ask
  readonly orders: SavedOrders
  readonly pool: SearchPool
}

const NOTHING = new Uint8Array()

/** @returns the pages with the words of a query of at least one term, and what is beside them, with one statement */
export async function readLists({ ask, orders }: Reader, owner: number, query: SearchQuery): Promise<ReadLists> {
  const { wanted, unwanted } = tsqueryMatch(query)
  const recent = wanted !== undefined && unwanted !== undefined ? `(${wanted}) & !(${unwanted})` : (wanted ?? unwanted!)
  const asked = askedPages(query)
  const parameters: SqlValue[] = [owner, JSON.stringify(asked), recent]
  const [first, ...rows] = await ask<Row>(READ, parameters)
  const beside = JSON.parse(first!.beside!) as Beside
  return {
    pages: asked.map((_, index) => rows.filter(({ at }) => at === index + 1).map(pagesOf)),
    gone: new Map(beside.gone),
    recent: beside.recent,
    isSavedInOrder: await orders.isInOrder(owner, beside.last ?? 0),
  }
}

function pagesOf({ segment, ids, places }: Row): SegmentPages {
  return { segment, ids: ids ?? NOTHING, places: places ?? NOTHING }
}

/**
 * Each of these looks up one user's rows by the beginning of a key, and stands in a place from where PostgreSQL cannot
 * join it with the others, so nothing hangs on its guess of how many rows there are.
 */
const READ = `
  select 0 as at, 0 as segment, null::bytea as ids, null::bytea as places, json_build_object(
    'gone', array(select json_build_array(entry_id, below) from search_gone where user_id = $1),
    'recent', array(
      select entry_id from search_recent where user_id = $1 and (
        select search_entry.words @@ $3::tsquery from search_entry
        where search_entry.user_id = $1 and search_entry.entry_id = search_recent.entry_id
      ) order by entry_id),
    'last', (select id from entry where user_id = $1 order by id desc limit 1)
  )::text as beside
  union all
  select asked.at, search_segment.segment, list.ids, list.places, null
  from rows from (json_to_recordset($2::json) as (low text, high text, placed boolean)) with ordinality
    as asked (low, high, placed, at)
  cross join search_segment
  cross join lateral (${pagesSql('search_segment.segment', 'asked.low', 'asked.high', 'asked.placed')}) as list
  where search_segment.user_id = $1
  order by at, segment`
