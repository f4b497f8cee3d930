import type { EntryKey } from '../../entries/listing/list-entries.ts'
import type { Ask } from '../changed-entries.ts'
import { tsqueryMatch } from '../query/full-text-match.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { statesSql } from '../query/states-sql.ts'
import { RANKED_HITS, type FoundPage, type SearchPage } from '../search-index.ts'
import { ownerLexeme } from './search-vector.ts'

/** Hits are counted up to this number; beyond it the total is this number. */
export const MAX_TOTAL = 10_000

interface Search {
  readonly ask: Ask
  readonly owner: number
  /** the query as text of the type `tsquery` */
  readonly match: string
  /** the same for rows that an earlier version wrote, which have no lexeme of the owner */
  readonly oldMatch: string
  /** conditions on the states of entries as SQL, from `and` on */
  readonly states: string
}

type Range = Pick<SearchPage, 'offset' | 'limit'>

/** @returns a page of the owner's entries that match, and how many do, up to `MAX_TOTAL` */
export async function findPostgres(ask: Ask, owner: number, query: SearchQuery, page: SearchPage): Promise<FoundPage> {
  if (query.matchesNothing) return { total: 0, entries: [] }
  const states = statesSql(query)
  if (query.terms.length === 0) return findByState(ask, owner, states, page)
  const { wanted, unwanted } = tsqueryMatch(query)
  const oldMatch = [wanted, unwanted && `!(${unwanted})`].filter(Boolean).join(' & ')
  // The lexeme of the owner makes PostgreSQL read only the owner's part of each posting list.
  const search: Search = { ask, owner, states, oldMatch, match: `'${ownerLexeme(owner)}' & ${oldMatch}` }
  return page.sort === 'rank' && wanted ? findRanked(search, wanted, page) : findNewest(search, page)
}

async function findByState(ask: Ask, owner: number, states: string, page: SearchPage): Promise<FoundPage> {
  const which = `from entry where user_id = $1 ${states}`
  const [count] = await ask<{ total: number }>(`select count(*) as total ${which}`, [owner])
  const total = count!.total
  if (page.offset >= total) return { total, entries: [] }
  const sql = `select id, revision ${which} order by created_at desc, id desc limit $2 offset $3`
  return { total, entries: await ask<EntryKey>(sql, [owner, page.limit, page.offset]) }
}

async function findNewest(search: Search, { limit, offset }: Range): Promise<FoundPage> {
  const { ask, owner, match, oldMatch, states } = search
  const rows = await ask<FoundRow>(newestSql(states), [owner, match, oldMatch, limit, offset])
  const total = rows[0]!.total
  if (total <= MAX_TOTAL) {
    const entries = rows.flatMap(({ id, revision }) => (id === null ? [] : [{ id, revision } as EntryKey]))
    return { total, entries }
  }
  return { total: MAX_TOTAL, isCapped: true, entries: await walkNewest(search, { limit, offset }) }
}

interface FoundRow {
  readonly total: number
  readonly id: number | null
  readonly revision: number | null
}

/**
 * SQL for all hits, one more than are counted at most. Rows of an earlier version are in a table without a full-text index
 * until they are converted (src/search/postgres/convert.ts).
 */
function hitsSql(states: string): string {
  const join = (table: string) => `join entry on entry.user_id = ${table}.user_id and entry.id = entry_id ${states}`
  const limit = `limit ${MAX_TOTAL + 1}`
  return `
    (select entry_id, search_entry.created_at from search_entry ${states === '' ? '' : join('search_entry')}
      where search_entry.user_id = $1 and words @@ $2::tsquery ${limit})
    union all
    (select entry_id, entry.created_at from search_entry_old ${join('search_entry_old')}
      where search_entry_old.user_id = $1 and words @@ $3::tsquery ${limit})`
}

/** @returns SQL for the total with a page of the hits; without a page where there are too many hits to be sorted */
function newestSql(states: string): string {
  return `
  with hits as materialized (${hitsSql(states)}), counted as materialized (select count(*) as total from hits)
  select counted.total, entry.id, entry.revision
  from counted
  left join (
    select entry_id, created_at from hits where (select total from counted) <= ${MAX_TOTAL}
    order by created_at desc, entry_id desc limit $4 offset $5
  ) as page on true
  left join entry on entry.user_id = $1 and entry.id = page.entry_id
  order by page.created_at desc, page.entry_id desc`
}

/** Where a large part of all entries are hits, the newest are found soon by looking at one entry after the other. */
function walkNewest({ ask, owner, match, oldMatch, states }: Search, { limit, offset }: Range): Promise<EntryKey[]> {
  const sql = `
    select id, revision from entry
    where user_id = $1 ${states} and coalesce(
      (select words @@ $2::tsquery from search_entry where user_id = $1 and entry_id = entry.id),
      (select words @@ $3::tsquery from search_entry_old where user_id = $1 and entry_id = entry.id)
    )
    order by created_at desc, id desc limit $4 offset $5`
  return ask<EntryKey>(sql, [owner, match, oldMatch, limit, offset])
}

/** The best of the newest hits, then the others, newest first. */
async function findRanked(search: Search, wanted: string, { offset, limit }: Range): Promise<FoundPage> {
  const newest = await findNewest(search, { offset: 0, limit: RANKED_HITS })
  const ranked = offset < newest.entries.length ? await rank(search, wanted, newest.entries) : []
  const best = ranked.slice(offset, offset + limit)
  const rest = { offset: Math.max(offset, RANKED_HITS), limit: limit - best.length }
  const others = rest.limit > 0 && rest.offset < newest.total ? (await findNewest(search, rest)).entries : []
  return { ...newest, entries: [...best, ...others] }
}

async function rank({ ask, owner }: Search, wanted: string, hits: readonly EntryKey[]): Promise<EntryKey[]> {
  const keys = new Map(hits.map((key) => [Number(key.id), key]))
  const rows = await ask<{ id: number }>(RANK, [owner, `{${[...keys.keys()].join()}}`, wanted])
  return rows.map(({ id }) => keys.get(id)!)
}

const RANKED = 'where user_id = $1 and entry_id = any($2::bigint[])'
/** Weights of content, address and annotations, tags and authors, title, in PostgreSQL's order from D to A. */
const RANK = `
  select entry_id as id from (
    select entry_id, words from search_entry ${RANKED} union all select entry_id, words from search_entry_old ${RANKED}
  ) as hits
  order by ts_rank('{0.1, 0.35, 0.6, 1}', words, $3::tsquery) desc, entry_id desc`
