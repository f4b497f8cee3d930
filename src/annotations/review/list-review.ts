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
  /** number of highlights that take part in the review */
  readonly total: number
  /** the next day that has a highlight to review; undefined if there is none */
  readonly nextDay: string | undefined
}

/** Returns the owner's review of the current day. */
export type ListReview = (owner: UserId, now: Now) => Promise<Review>

const IN_REVIEW = "annotation.user_id = $1 and annotation.quote <> '' and annotation.review_left_at is null"

/**
 * Selects the highlights that are due but not yet reviewed on the day `$2`. A highlight is due for the first time on the day
 * after it was made: `$3` is the start of the day.
 */
const LEFT_TODAY =
  `${IN_REVIEW} and (annotation.reviewed_on is null or annotation.reviewed_on <> $2) and ` +
  '(annotation.review_due_on <= $2 or (annotation.review_due_on is null and annotation.created_at < $3))'

/**
 * Those that were due first come first, and new ones in an order that looks random: it is that of the multiplicative hashes
 * of their ids (Knuth, The Art of Computer Programming, volume 3, 6.4), moved by a number `$4` that is different each day. The order does
 * not depend on what was reviewed, so the highlights of a day stay the same until it ends.
 */
const ORDER =
  "coalesce(annotation.review_due_on, '9999'), (annotation.id * 2654435761 + $4) % 4294967296, annotation.id"

const count = (condition: string): string => `sum(case when ${condition} then 1 else 0 end)`

const COUNTS =
  `select ${count('annotation.reviewed_on = $2')} as done, ${count(IN_REVIEW)} as total, ` +
  `${count(LEFT_TODAY)} as left_today, ` +
  `${count(`${IN_REVIEW} and annotation.review_due_on is null and annotation.created_at >= $3`)} as made_today, ` +
  `min(case when ${IN_REVIEW} and annotation.review_due_on > $2 then annotation.review_due_on end) as next_day ` +
  'from annotation where annotation.user_id = $1'

/** The numbers are null if the owner has no annotations, and texts on PostgreSQL. */
type CountsRow = Readonly<Record<'done' | 'total' | 'left_today' | 'made_today', number | string | null>> & {
  readonly next_day: string | null
}

/** @returns a function that lists the highlights of a day */
export function reviewLister(database: Database): ListReview {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  return async (owner, now) => {
    const day = dayOf(now)
    const start = momentInUtc({ kind: 'start', unit: 'day', back: 0 }, now)
    const counts = await statements.all<CountsRow>(COUNTS, [owner, day, start])
    const numberOf = (name: Exclude<keyof CountsRow, 'next_day'>): number => Number(counts[0]?.[name] ?? 0)
    const limit = Math.max(0, HIGHLIGHTS_PER_DAY - numberOf('done'))
    const keys =
      'select annotation.id as listed_id, annotation.entry_id as listed_entry, annotation.created_at as made_at ' +
      `from annotation where ${LEFT_TODAY} order by ${ORDER} limit ${limit}`
    const parameters = [owner, day, start, offsetOf(day)]
    const rows = limit === 0 ? [] : await statements.all<ListedRow>(listedRowsSql(keys, ORDER), parameters)
    const labels = await findLabels(owner, rows)
    const highlights = rows.map((row) => listedAnnotation(row, labels))
    // Highlights that were made today can be reviewed tomorrow, and so can those beyond the limit of today.
    const isTomorrow = numberOf('made_today') > 0 || numberOf('left_today') > limit
    const nextDay = isTomorrow ? daysAfter(day, 1) : (counts[0]?.next_day ?? undefined)
    return { day, done: numberOf('done'), highlights, total: numberOf('total'), nextDay }
  }
}

/** An eighth of the range of the hashes, and a little more, so that the order of new highlights repeats only after years. */
const STEP = 536_870_923

const offsetOf = (day: string): number => ((Date.parse(day) / 86_400_000) * STEP) % 2 ** 32
