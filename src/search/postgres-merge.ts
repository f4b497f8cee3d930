import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { arrayText } from './array-text.ts'
import { rangeBetween } from './find-words.ts'
import { addSegment, FANOUT, pagesSql, storePages } from './postgres-pages.ts'
import type { SearchPool } from './search-pool.ts'
import type { Gone, SegmentPages } from './segment.ts'
import type { WordPage } from './word-page.ts'

/** Pages of the largest segment that are merged at a time. */
const STEP = 200

interface Segment {
  readonly segment: number
  readonly level: number
  readonly entries: number
}

interface Merging {
  readonly pool: SearchPool
  readonly owner: number
  /** all segments become one, without what is gone */
  readonly isAll: boolean
}

/** Makes one of the newest segments as often as there are enough of one level. The caller holds the owner's state. */
export async function mergePostgres(tx: Tx, { pool, owner, isAll }: Merging): Promise<void> {
  for (;;) {
    const segments = await rawSql<Segment>(tx, SEGMENTS, [owner])
    const due = isAll ? segments : dueSegments(segments)
    if (!isAll && due.length < FANOUT) return
    const gone = await readGone(tx, owner)
    if (due.length > 0) await mergeInto(tx, { pool, owner, due, gone, isAll })
    if (!isAll) continue
    // What is deleted or changed meanwhile by somebody else stays.
    await rawSql(tx, CLEAN, [owner, arrayText(gone.ids), arrayText(gone.below)])
    return
  }
}

async function readGone(tx: Tx, owner: number): Promise<Gone> {
  const rows = await rawSql<{ id: number; below: number }>(tx, GONE, [owner])
  return { ids: Float64Array.from(rows, ({ id }) => id), below: Float64Array.from(rows, ({ below }) => below) }
}

const SEGMENTS = 'select segment, level, entries from search_segment where user_id = $1 order by segment'
const GONE = 'select entry_id as id, below from search_gone where user_id = $1 order by entry_id'
const CLEAN = `
  delete from search_gone where user_id = $1 and (entry_id, below) in
  (select entry_id, below from unnest($2::bigint[], $3::bigint[]) as merged (entry_id, below))`

/** @returns the newest segments: the last, and those before it that are not of a higher level */
function dueSegments(segments: readonly Segment[]): readonly Segment[] {
  const from = segments.findLastIndex(({ level }) => level > segments.at(-1)!.level) + 1
  return segments.slice(from)
}

interface Due {
  readonly pool: SearchPool
  readonly owner: number
  readonly due: readonly Segment[]
  readonly gone: Gone
  readonly isAll: boolean
}

/** Words from the first up to but not including the other; undefined: the last. */
interface Range {
  readonly from: string
  readonly to: string | undefined
}

/** By ranges of words, so that little is in memory however large the segments are. */
async function mergeInto(tx: Tx, { pool, owner, due, gone, isAll }: Due): Promise<void> {
  const before = due.reduce((sum, each) => sum + each.entries, 0)
  // Each that is gone is in one of all segments, and leaves it now.
  const entries = isAll ? Math.max(0, before - gone.ids.length) : before
  const made = await addSegment(tx, owner, entries)
  const largest = due.toSorted((left, right) => right.entries - left.entries)[0]!.segment
  let range: Range | undefined = await nextRange(tx, owner, largest, '')
  for (let from = 0; range;) {
    const parts = await readParts(tx, { owner, due, range })
    const pages = (await pool.run({
      kind: 'merge',
      parts,
      gone,
      range: rangeBetween(range.from, range.to),
    })) as WordPage[]
    await storePages(tx, { owner, segment: made, from, pages })
    from += pages.length
    range = range.to === undefined ? undefined : await nextRange(tx, owner, largest, range.to)
  }
  const segments = arrayText(due.map(({ segment }) => segment))
  await rawSql(tx, 'delete from search_segment where user_id = $1 and segment = any($2::bigint[])', [owner, segments])
}

async function nextRange(tx: Tx, owner: number, segment: number, from: string): Promise<Range> {
  const [row] = await rawSql<{ word: string }>(tx, BOUNDARY, [owner, segment, from])
  return { from, to: row?.word }
}

const BOUNDARY =
  'select first_word as word from search_page where user_id = $1 and segment = $2 and first_word > $3 collate "C" ' +
  `order by first_word, page offset ${STEP} limit 1`

async function readParts(
  tx: Tx,
  { owner, due, range }: { readonly owner: number; readonly due: readonly Segment[]; readonly range: Range },
): Promise<SegmentPages[]> {
  const segments = arrayText(due.map(({ segment }) => segment))
  const rows = await rawSql<SegmentPages>(tx, PARTS, [owner, segments, range.from, range.to ?? LAST])
  return rows.filter(({ ids }) => ids !== null)
}

/** Comes after every word. */
const LAST = '\u{10ffff}'
const PARTS = `
  select segment, list.ids, list.places from unnest($2::bigint[]) as merged (segment)
  cross join lateral (${pagesSql('merged.segment', '$3', '$4', 'true')}) as list
  order by segment`
