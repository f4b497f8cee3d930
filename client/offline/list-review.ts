import type { ReviewAhead } from '../../src/annotations/review/list-review-ahead.ts'
import type { ListReview } from '../../src/annotations/review/list-review.ts'
import { dayOf } from '../../src/annotations/review/review-day.ts'
import type { Now } from '../../src/query/moment-in-utc.ts'
import { HIGHLIGHTS_PER_DAY } from '../../src/annotations/review/review-rule.ts'
import { findAnnotation, type Library } from './library.ts'
import type { ListedAnnotation } from '../../src/annotations/listed-annotation.ts'
import { listed } from './list-annotations.ts'
import { needsNetwork } from './server-replacements/server-only-actions.ts'

/**
 * @returns a function that lists the highlights of a day, of those that the server has listed for it, without those that
 *   the outbox has reviewed since. For a day after the last one that the server has listed, lists those of that day.
 */
export const reviewLister =
  (library: Library): ListReview =>
  async (_owner, now) => {
    const { review } = library
    if (!review) throw needsNetwork()
    const day = dayOf(now)
    const done = (review.day === day ? review.done : 0) + countReviewed(library, day)
    const due = dueOn(library, review, day)
    const highlights = due.slice(0, Math.max(0, HIGHLIGHTS_PER_DAY - done))
    return { day, done, highlights, hasHighlights: review.hasHighlights, nextDay: nextDay(library, review, day) }
  }

/** Maximum number of highlights that come next. */
const UPCOMING = 5

/** @returns the highlights that come next, of those that the server has listed for later days */
export function upcomingHighlights(library: Library, now: Now): readonly ListedAnnotation[] {
  const { review } = library
  const today = dayOf(now)
  const days = review?.days.filter(({ day }) => day > today) ?? []
  const lists = days.map(({ day }) => dueOn(library, review!, day))
  return lists.find((list) => list.length > 0)?.slice(0, UPCOMING) ?? []
}

const countReviewed = ({ reviewed }: Library, day: string): number =>
  [...reviewed.values()].filter(({ reviewedOn }) => reviewedOn === day).length

function dueOn(library: Library, { days }: ReviewAhead, day: string): ListedAnnotation[] {
  const known = days.find((one) => one.day === day) ?? (day < days[0]!.day ? days[0] : days.at(-1))
  return known!.highlights.flatMap(({ id }) => {
    const found = isDue(library, id, day) && findAnnotation(library, id)
    return found ? [listed(found)] : []
  })
}

/** @returns whether a highlight that the server has listed is due, after what the outbox has reviewed */
function isDue({ reviewed }: Library, id: number, day: string): boolean {
  const state = reviewed.get(id)
  return state === undefined || (state.dueOn !== null && state.dueOn <= day && state.reviewedOn !== day)
}

function nextDay(library: Library, review: ReviewAhead, day: string): string | undefined {
  const ofServer = review.days.filter((one) => one.day > day && dueOn(library, review, one.day).length > 0)
  const reviewed = [...library.reviewed.values()].flatMap(({ dueOn: on }) => (on !== null && on > day ? [on] : []))
  return [...ofServer.map((one) => one.day), ...reviewed, ...(review.nextDay === undefined ? [] : [review.nextDay])]
    .toSorted()
    .at(0)
}
