import type { EntryKey } from '../entries/listing/list-entries.ts'
import { arrayText } from './array-text.ts'
import type { Ask } from './changed-entries.ts'
import { tsqueryMatch } from './full-text-match.ts'
import { keysPostgres, newestPostgres, type Hits } from './postgres-newest.ts'
import { RANKED_HITS, type SearchPage } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'
import type { Numbers } from './sorted-numbers.ts'

/** @returns a page: the best of the hits that were added last, then the others, newest first */
export async function rankedPostgres(ask: Ask, hits: Hits, query: SearchQuery, page: SearchPage): Promise<EntryKey[]> {
  const { owner, ids } = hits
  const recent = ids.subarray(Math.max(0, ids.length - RANKED_HITS))
  const best = page.offset < recent.length ? await rank(ask, owner, recent, query) : []
  const top = best.slice(page.offset, page.offset + page.limit)
  const rest: Hits = { ...hits, ids: ids.subarray(0, Math.max(0, ids.length - RANKED_HITS)) }
  const range = { offset: Math.max(0, page.offset - recent.length), limit: page.limit - top.length }
  const others = range.limit > 0 && rest.ids.length > 0 ? await newestPostgres(ask, rest, range) : []
  return [...(await keysPostgres(ask, hits, top)), ...others]
}

async function rank(ask: Ask, owner: number, ids: Numbers, query: SearchQuery): Promise<number[]> {
  const rows = await ask<{ id: number }>(RANK, [owner, arrayText(ids), tsqueryMatch(query).wanted!])
  return rows.map(({ id }) => id)
}

/** Weights of content, address and notes, people, title, in PostgreSQL's order from D to A. */
const RANK =
  'select entry_id as id from search_entry where user_id = $1 and entry_id = any($2::bigint[]) ' +
  "order by ts_rank('{0.1, 0.35, 0.6, 1}', words, $3::tsquery) desc, entry_id desc"
