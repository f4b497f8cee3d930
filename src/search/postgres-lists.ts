import type { SqlValue } from '../db/database.ts'
import type { Ask } from './changed-entries.ts'
import { tsqueryMatch } from './full-text-match.ts'
import { MAX_CHANGES, type KnownKeys } from './known-keys.ts'
import type { PageCache } from './page-cache.ts'
import { pagesSql } from './postgres-pages.ts'
import type { SavedOrders } from './postgres-order.ts'
import type { Changed, Revisions } from './revisions.ts'
import type { SearchPool } from './search-pool.ts'
import type { SearchQuery } from './search-query.ts'
import type { Numbers } from './sorted-numbers.ts'
import { askedPages, type ReadPages } from './word-lists.ts'

/** What a search goes by, all of one moment: an entry that is packed meanwhile is neither missed nor met twice. */
export interface ReadLists extends ReadPages {
  /** entries that are in no segment yet and match; where nothing is wanted, those that have something of what is not */
  readonly recent: Numbers
  /** whether the order of ids is that of time */
  readonly isSavedInOrder: boolean
  /** the revisions of the owner's entries, where they are remembered */
  readonly known: Revisions | undefined
}

/** Pages of one of `askedPages` in one segment; the first row has no pages but what is beside them. */
interface Row {
  readonly at: number
  readonly segment: string
  readonly ids: Uint8Array | null
  readonly places: Uint8Array | null
  readonly beside: string | null
}

interface Beside {
  /** names of the owner's segments, the older first */
  readonly segments: readonly string[]
  readonly gone: readonly number[]
  readonly below: readonly number[]
  readonly recent: readonly number[]
  readonly last: number | null
  readonly changed: readonly Changed[]
}

/** What searches share: statements, what is remembered of users, and threads for what takes long. */
export interface Reader {
  readonly ask: Ask
  readonly orders: SavedOrders
  readonly cache: PageCache
  readonly keys: KnownKeys
  readonly pool: SearchPool
}

const NOTHING = new Uint8Array()

/**
 * @returns the pages with the words of a query of at least one term, and what is beside them, with one statement, which
 * leaves out what was read before
 */
export async function readLists(reader: Reader, owner: number, query: SearchQuery): Promise<ReadLists> {
  const { ask, orders, cache, keys } = reader
  const asked = askedPages(query)
  const known = asked.map((each) => cache.known(owner, each))
  const cells = asked.map((each, index) => ({ ...each, known: [...known[index]!.keys()] }))
  const since = keys.upTo(owner)
  const parameters: SqlValue[] = [owner, JSON.stringify(cells), recentMatch(query), since]
  const [first, ...rows] = await ask<Row>(READ, parameters)
  const beside = JSON.parse(first!.beside!) as Beside
  const read = asked.map((_, index) => new Map(known[index]!))
  for (const { at, segment, ids, places } of rows) {
    const pages = { segment: numberOf(segment), ids: ids ?? NOTHING, places: places ?? NOTHING }
    read[at - 1]!.set(segment, pages)
    cache.keep(owner, asked[at - 1]!, segment, pages)
  }
  cache.keepSegments(owner, beside.segments)
  return {
    pages: read.map((own) => beside.segments.map((segment) => own.get(segment)!)),
    gone: { ids: new Float64Array(beside.gone), below: new Float64Array(beside.below) },
    recent: new Float64Array(beside.recent),
    known: keys.note(owner, since, beside.changed),
    isSavedInOrder: await orders.isInOrder(owner, beside.last ?? 0),
  }
}

/** @returns the query as PostgreSQL's own full text knows it; where nothing is wanted, what has something of the unwanted */
function recentMatch(query: SearchQuery): string {
  const { wanted, unwanted } = tsqueryMatch(query)
  return wanted !== undefined && unwanted !== undefined ? `(${wanted}) & !(${unwanted})` : (wanted ?? unwanted!)
}

/** @param name as `NAME` makes it */
function numberOf(name: string): number {
  return Number.parseInt(name, 10)
}

/**
 * A segment never changes. Its number may come again, when the index was made anew, but not in the same transaction, which
 * PostgreSQL tells in `xmin` (its manual, section 5.6).
 */
const NAME = "(search_segment.segment || '.' || search_segment.xmin)"

/**
 * Each of these looks up one user's rows by the beginning of a key, and stands in a place from where PostgreSQL cannot
 * join it with the others, so nothing hangs on its guess of how many rows there are. What `$4` is it does not see, or it
 * would plan each time anew.
 */
const READ = `
  select 0 as at, '' as segment, null::bytea as ids, null::bytea as places, json_build_object(
    'segments', array(select ${NAME} from search_segment where user_id = $1 order by segment),
    'gone', array(select entry_id from search_gone where user_id = $1 order by entry_id),
    'below', array(select below from search_gone where user_id = $1 order by entry_id),
    'recent', array(
      select entry_id from search_recent where user_id = $1 and (
        select search_entry.words @@ $3::tsquery from search_entry
        where search_entry.user_id = $1 and search_entry.entry_id = search_recent.entry_id
      ) order by entry_id),
    'last', (select id from entry where user_id = $1 order by id desc limit 1),
    'changed', array(
      select array[id, revision] from entry where user_id = $1 and revision > (select $4::bigint)
      order by revision limit ${MAX_CHANGES + 1})
  )::text as beside
  union all
  select asked.at, ${NAME}, list.ids, list.places, null
  from rows from (json_to_recordset($2::json) as (low text, high text, placed boolean, known text[])) with ordinality
    as asked (low, high, placed, known, at)
  cross join search_segment
  cross join lateral (${pagesSql('search_segment.segment', 'asked.low', 'asked.high', 'asked.placed')}) as list
  where search_segment.user_id = $1 and ${NAME} <> all (asked.known)
  order by at`
