import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import type { WordPage } from './word-page.ts'

/**
 * @param segment SQL for its number, as the others are for what they say
 * @param low first word of a range
 * @param high last word of it
 * @param placed whether places are wanted
 * @returns SQL for one row: the pages of a segment of the user `$1` in which the words of the range are, strung together,
 * or null. Besides those that begin in the range there is the one before, in which the range may begin
 */
export function pagesSql(segment: string, low: string, high: string, placed: string): string {
  const own = `select ids, places from search_page where user_id = $1 and search_page.segment = ${segment}`
  return `
    select string_agg(page.ids, ''::bytea) as ids, string_agg(page.places, ''::bytea) filter (where ${placed}) as places
    from (
      (${own} and first_word < ${low} collate "C" order by first_word desc, page desc limit 1)
      union all
      (${own} and first_word >= ${low} collate "C" and first_word <= ${high} collate "C" order by first_word, page)
    ) as page`
}

/** So many segments of one level become one of the next. */
export const FANOUT = 4
/** Entries of a segment that is above the lowest level. */
const LOWEST = 400

/** @returns the number of a new segment, the highest of its owner */
export async function addSegment(tx: Tx, owner: number, entries: number): Promise<number> {
  const level = entries < LOWEST ? 0 : 1 + Math.floor(Math.log2(entries / LOWEST) / Math.log2(FANOUT))
  const [row] = await rawSql<{ segment: number }>(tx, ADD, [owner, level, entries])
  return row!.segment
}

const ADD = `
  insert into search_segment (user_id, segment, level, entries)
  select $1::bigint, coalesce(max(segment), 0) + 1, $2::bigint, $3::bigint from search_segment where user_id = $1
  returning segment`

interface NewPages {
  readonly owner: number
  readonly segment: number
  /** how many pages the segment has so far */
  readonly from: number
  readonly pages: readonly WordPage[]
}

export async function storePages(tx: Tx, { owner, segment, from, pages }: NewPages): Promise<void> {
  await rawSql(tx, STORE, [
    owner,
    segment,
    pages.map(({ firstWord }) => firstWord),
    pages.map((_, index) => from + index),
    pages.map(({ ids }) => ids),
    pages.map(({ places }) => places),
  ])
}

const STORE = `
  insert into search_page (user_id, segment, first_word, page, ids, places)
  select $1::bigint, $2::bigint, made.first_word, made.page, made.ids, made.places
  from unnest($3::text[], $4::bigint[], $5::bytea[], $6::bytea[]) as made (first_word, page, ids, places)`
