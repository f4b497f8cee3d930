import type { EntryKey } from '../entries/listing/list-entries.ts'
import type { Ask } from './changed-entries.ts'
import { arrayText } from './array-text.ts'
import type { Revisions } from './revisions.ts'
import type { SearchPage } from './search-index.ts'
import { isAmong, type Numbers } from './sorted-numbers.ts'

/** What a search found. */
export interface Hits {
  readonly owner: number
  readonly ids: Numbers
  /** whether the order of ids is that of time */
  readonly isSavedInOrder: boolean
  /** the revisions of the owner's entries, where they are remembered */
  readonly known: Revisions | undefined
}

type Range = Pick<SearchPage, 'offset' | 'limit'>

/** Up to so many hits are sorted by looking each up; of more the newest are met soon by walking all entries. */
const FEW_HITS = 1000
/** Entries that are walked with one statement. */
const STEP = 2000

/** @returns a page of the hits, the one created last first */
export async function newestPostgres(ask: Ask, hits: Hits, range: Range): Promise<EntryKey[]> {
  const { owner, ids } = hits
  const end = Math.max(0, ids.length - range.offset)
  if (hits.isSavedInOrder) {
    return keysPostgres(ask, hits, ids.slice(Math.max(0, end - range.limit), end).toReversed())
  }
  if (ids.length > FEW_HITS) return keysPostgres(ask, hits, await walk(ask, hits, range))
  return ask<EntryKey>(`${SELECT} ${NEWEST} limit $3 offset $4`, [owner, arrayText(ids), range.limit, range.offset])
}

const SELECT = 'select id, revision from entry where user_id = $1 and id = any($2::bigint[])'
const NEWEST = 'order by created_at desc, id desc'

/** @returns the keys of entries in the order of `ids`, without those that are not there any more */
export async function keysPostgres(
  ask: Ask,
  { owner, known }: Hits,
  ids: readonly number[] | Float64Array,
): Promise<EntryKey[]> {
  const remembered = known?.keysOf(ids)
  if (remembered) return remembered
  const rows = await ask<EntryKey>(SELECT, [owner, arrayText(ids)])
  const keys = new Map<number, EntryKey>(rows.map((row) => [row.id, row]))
  return Array.from(ids).flatMap((id) => keys.get(id) ?? [])
}

/** From the index by time alone, from the newest on until the page is full. */
async function walk(ask: Ask, { owner, ids }: Hits, { offset, limit }: Range): Promise<number[]> {
  const isHit = isAmong(ids)
  const met: number[] = []
  let after: Step | undefined
  do {
    const rows: Step[] = await ask<Step>(
      after ? NEXT_STEP : FIRST_STEP,
      after ? [owner, after.created_at, after.id] : [owner],
    )
    for (const { id } of rows) if (isHit(id)) met.push(id)
    after = rows.length === STEP ? rows.at(-1) : undefined
  } while (after && met.length < offset + limit)
  return met.slice(offset, offset + limit)
}

interface Step {
  readonly id: number
  readonly created_at: string
}

const WALK = 'select id, created_at from entry where user_id = $1'
const FIRST_STEP = `${WALK} ${NEWEST} limit ${STEP}`
const NEXT_STEP = `${WALK} and (created_at, id) < ($2, $3) ${NEWEST} limit ${STEP}`
