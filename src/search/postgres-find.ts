import type { SqlValue } from '../db/database.ts'
import type { EntryId } from '../kernel/brand.ts'
import type { Ask } from './changed-entries.ts'
import { tsqueryMatch } from './full-text-match.ts'
import { RANKED_HITS, type FoundPage, type SearchPage } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'
import { statesSql } from './states-sql.ts'

/** @returns a page of the owner's entries that match, and how many do, with one statement */
export async function findPostgres(ask: Ask, owner: number, query: SearchQuery, page: SearchPage): Promise<FoundPage> {
  if (query.isVain) return { total: 0, entries: [] }
  const rows = await askPage(ask, owner, query, page)
  if (rows.length > 0 || page.offset === 0) return pageOf(rows)
  const [first] = await askPage(ask, owner, query, { ...page, offset: 0, limit: 1 })
  return { total: first?.total ?? 0, entries: [] }
}

interface HitRow {
  readonly id: number
  readonly revision: number
  readonly total: number
}

function pageOf(rows: readonly HitRow[]): FoundPage {
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ id, revision }) => ({ id: id as EntryId, revision })),
  }
}

/**
 * A page and the number of all hits. Texts are put together from fixed pieces, so that there are few of them. The server
 * cannot tell how many hits a parameter has, so nothing here is left to a guess of its planner: single rows are looked up
 * by their key, and large lists are never joined with each other.
 */
function askPage(ask: Ask, owner: number, query: SearchQuery, page: SearchPage): Promise<HitRow[]> {
  const parameters: SqlValue[] = [owner, page.limit, page.offset]
  const bind = (value: string | undefined) => value && `$${parameters.push(value)}::tsquery`
  const { wanted, unwanted } = tsqueryMatch(owner, query)
  const [match, without] = [bind(wanted), bind(unwanted)]
  const score = page.sort === 'rank' && match !== undefined ? scoreOf(match) : 'null::real'
  const order = 'order by score desc nulls last, created_at desc, id desc'
  const sql =
    `with ${without === undefined ? '' : `others as materialized (${matching(without)}), `}` +
    `hits as materialized (${hits(match, without, statesSql(query))}), ` +
    `page as (select id, created_at, ${score} as score, count(*) over () as total from hits ` +
    `${order} limit $2 offset $3) ` +
    'select entry.id, entry.revision, page.total from page ' +
    `join entry on entry.user_id = $1 and entry.id = page.id order by page.score desc nulls last, page.created_at desc, page.id desc`
  return ask<HitRow>(sql, parameters)
}

/**
 * The words name their owner, so the index over them alone finds what is the owner's. A second condition would invite
 * the planner to read every entry of the owner instead; so the owner is compared afterwards.
 */
function matching(query: string): string {
  return (
    'select search_entry.user_id, search_entry.entry_id as id, search_entry.created_at ' +
    `from search_entry where search_entry.words @@ ${query}`
  )
}

function hits(match: string | undefined, without: string | undefined, states: string): string {
  const condition = without === undefined ? '' : 'and id not in (select others.id from others)'
  if (match === undefined) {
    return `select entry.id, entry.created_at from entry where entry.user_id = $1 ${states} ${condition}`
  }
  const found = `select id, created_at from (${matching(match)} offset 0) as found where user_id = $1 ${condition}`
  // As a value and not as a join: each hit is looked up by its key.
  const isInState = `(select true from entry where entry.user_id = $1 and entry.id = found.id ${states})`
  return states === '' ? found : `${found} and ${isInState}`
}

/** Only of the newest hits. Weights of content, address and notes, people, title, in PostgreSQL's order from D to A. */
function scoreOf(match: string): string {
  return (
    `case when row_number() over (order by id desc) <= ${RANKED_HITS} then ` +
    `(select ts_rank('{0.1, 0.35, 0.6, 1}', search_entry.words, ${match}) from search_entry ` +
    'where search_entry.user_id = $1 and search_entry.entry_id = hits.id) end'
  )
}
