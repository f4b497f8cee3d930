import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { momentInUtc, type Now } from '../../query/moment-in-utc.ts'
import { labelFinder } from '../list-annotations.ts'
import { listedAnnotation, listedRowsSql, type ListedAnnotation, type ListedRow } from '../listed-annotation.ts'
import { dayOf } from './review-day.ts'
import { daysAfter, HIGHLIGHTS_PER_DAY } from './review-rule.ts'

/** The review of one day. */
export interface Review {
  /** the day as `YYYY-MM-DD` */
  readonly day: string
  /** number of highlights that were reviewed on this day */
  readonly done: number
  /** the highlights that are left for this day, in their order */
  readonly highlights: readonly ListedAnnotation[]
  /** false if no highlight takes part in the review */
  readonly hasHighlights: boolean
  /** the next day that has a highlight to review; undefined if there is none */
  readonly nextDay: string | undefined
}

/** Returns the owner's review of the current day. */
export type ListReview = (owner: UserId, now: Now) => Promise<Review>

/** The condition of the highlights of the owner `$1` that take part in the review. */
export const IN_REVIEW = "annotation.user_id = $1 and annotation.quote <> '' and annotation.review_left_at is null"

/**
 * Selects the highlights that are due but not yet reviewed on the day `$2`. A highlight is due for the first time on the day
 * after it was made: `$3` is the start of the day.
 */
export const LEFT_TODAY =
  '(annotation.reviewed_on is null or annotation.reviewed_on <> $2) and ' +
  '(annotation.review_due_on <= $2 or (annotation.review_due_on is null and annotation.created_at < $3))'

/**
 * Those that were due first come first, and new ones in an order that looks random: it is that of the multiplicative hashes
 * of their ids (Knuth, The Art of Computer Programming, volume 3, 6.4), moved by a number `$4` that is different each day. The order does
 * not depend on what was reviewed, so the highlights of a day stay the same until it ends.
 */
export const ORDER =
  "coalesce(annotation.review_due_on, '9999'), (annotation.id * 2654435761 + $4) % 4294967296, annotation.id"

const exists = (condition: string): string =>
  `case when exists (select 1 from annotation where ${IN_REVIEW}${condition}) then 1 else 0 end`

/** Each of these values is found at one place of an index, however many highlights there are. */
export const FACTS =
  'select (select count(*) from annotation where user_id = $1 and reviewed_on = $2) as done, ' +
  `${exists('')} as has_highlights, ` +
  `${exists(' and annotation.review_due_on is null and annotation.created_at >= $3')} as was_made_today, ` +
  `(select min(review_due_on) from annotation where ${IN_REVIEW} and annotation.review_due_on > $2) as next_day`

/** The numbers are texts on PostgreSQL. */
export type FactsRow = Readonly<Record<'done' | 'has_highlights' | 'was_made_today', number | string>> & {
  readonly next_day: string | null
}

const keysSql = (limit: number): string =>
  'select annotation.id as listed_id, annotation.entry_id as listed_entry, annotation.created_at as made_at ' +
  `from annotation where ${IN_REVIEW} and ${LEFT_TODAY} order by ${ORDER} limit ${limit}`

/** @returns a function that lists the highlights of a day */
export function reviewLister(database: Database): ListReview {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  return async (owner, now) => {
    const day = dayOf(now)
    const start = momentInUtc({ kind: 'start', unit: 'day', back: 0 }, now)
    const [facts] = await statements.all<FactsRow>(FACTS, [owner, day, start])
    const done = Number(facts!.done)
    const limit = Math.max(0, HIGHLIGHTS_PER_DAY - done)
    // One more than the day shows, to know whether there is one for tomorrow.
    const sql = listedRowsSql(keysSql(limit + 1), ORDER)
    const left = await statements.all<ListedRow>(sql, [owner, day, start, offsetOf(day)])
    const rows = left.slice(0, limit)
    const labels = await findLabels(owner, rows)
    const highlights = rows.map((row) => listedAnnotation(row, labels))
    // Highlights that were made today can be reviewed tomorrow, and so can those beyond the limit of today.
    const isTomorrow = Number(facts!.was_made_today) > 0 || left.length > limit
    const nextDay = isTomorrow ? daysAfter(day, 1) : (facts!.next_day ?? undefined)
    return { day, done, highlights, hasHighlights: Number(facts!.has_highlights) > 0, nextDay }
  }
}

/** An eighth of the range of the hashes, and a little more, so that the order of new highlights repeats only after years. */
const STEP = 536_870_923

/** @returns the number `$4` of `ORDER` for a day */
export const offsetOf = (day: string): number => ((Date.parse(day) / 86_400_000) * STEP) % 2 ** 32
