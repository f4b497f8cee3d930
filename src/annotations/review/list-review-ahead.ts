import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { momentInUtc, type Now } from '../../query/moment-in-utc.ts'
import { FACTS, IN_REVIEW, LEFT_TODAY, offsetOf, ORDER, type FactsRow } from './list-review.ts'
import { dayOf } from './review-day.ts'
import { daysAfter, HIGHLIGHTS_PER_DAY } from './review-rule.ts'

/** Number of days whose highlights a browser stores: the current one and those after it. */
const DAYS = 3

/** A highlight that is due, and its box; null if it was never kept. */
interface DueHighlight {
  readonly id: number
  readonly box: number | null
}

/** What a browser needs to show the review of the next days without the server. */
export interface ReviewAhead {
  /** the current day as `YYYY-MM-DD` */
  readonly day: string
  /** number of highlights that were reviewed on the current day */
  readonly done: number
  /** false if no highlight takes part in the review */
  readonly hasHighlights: boolean
  /** number of highlights that are no longer reviewed */
  readonly left: number
  /**
   * The highlights that are left for each day, in their order, if none is reviewed before. A later day has more of them
   * than are shown, because those of the days before it are among them.
   */
  readonly days: readonly { readonly day: string; readonly highlights: readonly DueHighlight[] }[]
  /** the first day after these that has a highlight to review; undefined if there is none */
  readonly nextDay?: string
}

/** Returns the owner's review of the current day and the days after it. */
export type ListReviewAhead = (owner: UserId, now: Now) => Promise<ReviewAhead>

const dueSql = (limit: number): string =>
  `select annotation.id, annotation.review_box as box from annotation where ${IN_REVIEW} and ${LEFT_TODAY} ` +
  `order by ${ORDER} limit ${limit}`
const LEFT = 'select count(*) as total from annotation where user_id = $1 and review_left_at is not null'

/** Numbers are texts on PostgreSQL. */
type DueRow = Readonly<Record<'id', number | string>> & { readonly box: number | string | null }

/** @returns a function that lists the highlights of the next days */
export function reviewAheadLister(database: Database): ListReviewAhead {
  const statements = new StatementCache(database)
  return async (owner, now) => {
    const today = dayOf(now)
    const startAfter = (back: number) => momentInUtc({ kind: 'start', unit: 'day', back: -back }, now)
    const days = Array.from({ length: DAYS }, (_, index) => daysAfter(today, index))
    const lists = days.map(async (day, index) => {
      const sql = dueSql(HIGHLIGHTS_PER_DAY * (index + 1))
      const rows = await statements.all<DueRow>(sql, [owner, day, startAfter(index), offsetOf(day)])
      return {
        day,
        highlights: rows.map(({ id, box }) => ({ id: Number(id), box: box === null ? null : Number(box) })),
      }
    })
    const [[facts], [later], [left]] = await Promise.all([
      statements.all<FactsRow>(FACTS, [owner, today, startAfter(0)]),
      statements.all<FactsRow>(FACTS, [owner, days.at(-1)!, startAfter(DAYS - 1)]),
      statements.all<{ readonly total: number | string }>(LEFT, [owner]),
    ])
    return {
      day: today,
      done: Number(facts!.done),
      hasHighlights: Number(facts!.has_highlights) > 0,
      left: Number(left!.total),
      days: await Promise.all(lists),
      ...(later!.next_day !== null && { nextDay: later!.next_day }),
    }
  }
}
