import { setImmediate } from 'node:timers/promises'
import type { EntryKey } from '../entries/listing/list-entries.ts'
import { arrayText } from './array-text.ts'
import type { Ask } from './changed-entries.ts'
import { readLists, type Reader, type ReadLists } from './postgres-lists.ts'
import { newestPostgres, type Hits } from './postgres-newest.ts'
import { rankedPostgres } from './postgres-ranked.ts'
import type { FoundPage, SearchPage } from './search-index.ts'
import type { NumberRoom } from './scratch.ts'
import type { SearchQuery } from './search-query.ts'
import { onlyAmong, withoutThose, type Numbers } from './sorted-numbers.ts'
import { statesSql } from './states-sql.ts'
import { union } from './sorted-union.ts'
import { idsInSteps } from './word-lists.ts'

/** Of so many hits the states are looked up one by one; of more they are compared with all that are in the states. */
const FEW_HITS = 1000

/** Bytes of one segment that are walked at once: they take some 5 ms at most. */
const MANY_AT_ONCE = 450_000
/** Bytes of all from which on they are walked in a thread: starting one, and handing them over, takes about as long. */
const MANY_BYTES = 1_500_000
/** After so many milliseconds somebody else has their turn. */
const TURN_MS = 2

/**
 * The lists of the words are read with one statement and counted here: nothing is read for a hit that is not on the page.
 * @returns a page of the owner's entries that match, and how many do
 */
export async function findPostgres(
  reader: Reader,
  owner: number,
  query: SearchQuery,
  page: SearchPage,
): Promise<FoundPage> {
  if (query.isVain) return { total: 0, entries: [] }
  const { ask, scratch } = reader
  if (query.terms.length === 0) return findByStates(ask, owner, statesSql(query), page)
  const lists = await readLists(reader, owner, query)
  return scratch.lend((room) => pageOf({ reader, owner, query, lists, room }, page))
}

interface Search {
  readonly reader: Reader
  readonly owner: number
  readonly query: SearchQuery
  readonly lists: ReadLists
  readonly room: NumberRoom
}

async function pageOf(search: Search, page: SearchPage): Promise<FoundPage> {
  const { reader, owner, query, lists } = search
  const { ask } = reader
  const ids = await hitsOf(search)
  if (page.offset >= ids.length) return { total: ids.length, entries: [] }
  const hits: Hits = { owner, ids, isSavedInOrder: lists.isSavedInOrder, known: lists.known }
  const isRanked = page.sort === 'rank' && query.terms.some(({ isNegated }) => !isNegated)
  const entries = isRanked ? await rankedPostgres(ask, hits, query, page) : await newestPostgres(ask, hits, page)
  return { total: ids.length, entries }
}

async function findByStates(ask: Ask, owner: number, states: string, page: SearchPage): Promise<FoundPage> {
  const which = `from entry where user_id = $1 ${states}`
  const [count] = await ask<{ total: number }>(`select count(*) as total ${which}`, [owner])
  const total = count!.total
  if (page.offset >= total) return { total, entries: [] }
  const sql = `select id, revision ${which} order by created_at desc, id desc limit $2 offset $3`
  return { total, entries: await ask<EntryKey>(sql, [owner, page.limit, page.offset]) }
}

/** @returns the ids of what matches, in ascending order */
async function hitsOf(search: Search): Promise<Numbers> {
  const { owner, query, lists, room } = search
  const { ask } = search.reader
  const inSegments = await idsOf(search)
  const found = union([inSegments, lists.recent], room)
  const states = statesSql(query)
  if (query.terms.every(({ isNegated }) => isNegated))
    return withoutThose(await idsInStates(ask, owner, states), found, room)
  if (states === '' || found.length === 0) return found
  if (found.length > FEW_HITS) return onlyAmong(found, await idsInStates(ask, owner, states), room)
  const sql = `select id from entry where user_id = $1 and id = any($2::bigint[]) ${states} order by id`
  const rows = await ask<{ id: number }>(sql, [owner, arrayText(found)])
  return Float64Array.from(rows, ({ id }) => id)
}

/** What frequent words take must not keep other requests waiting. */
async function idsOf({ reader, query, lists, room }: Search): Promise<Numbers> {
  const { pages, gone } = lists
  if (isMuch(pages)) return (await reader.pool.run({ kind: 'ids', query, read: { pages, gone } })) as Numbers
  const steps = idsInSteps(query, { pages, gone }, room)
  for (let since = performance.now(); ;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

function isMuch(pages: ReadLists['pages']): boolean {
  const bytes = pages[0]!.map((_, segment) =>
    pages.reduce((sum, own) => sum + own[segment]!.ids.length + own[segment]!.places.length, 0),
  )
  return bytes.some((each) => each > MANY_AT_ONCE) || bytes.reduce((sum, each) => sum + each, 0) > MANY_BYTES
}

/** All as one text: a row each would take ten times as long. */
async function idsInStates(ask: Ask, owner: number, states: string): Promise<Numbers> {
  const sql = `select array_to_json(array(select id from entry where user_id = $1 ${states} order by id))::text as ids`
  const [row] = await ask<{ ids: string }>(sql, [owner])
  return new Float64Array(JSON.parse(row!.ids) as number[])
}
