/** What a user decides about a highlight: see it again later than last time, tomorrow, or never. */
export const REVIEW_DECISIONS = ['keep', 'later', 'forget'] as const
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

/** Number of highlights in the review of one day. */
export const HIGHLIGHTS_PER_DAY = 8

/** Number of highlights on a page of those that are no longer reviewed. */
export const LEFT_HIGHLIGHTS_PER_PAGE = 30

/** The highest box. Its highlights return after 512 days. */
export const MAX_BOX = 9

/** The state of a highlight in the review. A highlight that was never reviewed has only nulls. */
export interface ReviewState {
  /** null until the highlight is kept for the first time */
  readonly box: number | null
  /** day of the next review, as `YYYY-MM-DD` in the time zone of the user */
  readonly dueOn: string | null
  /** day of the last review */
  readonly reviewedOn: string | null
  /** ISO time at which the user took the highlight out of the review; null while it is part of it */
  readonly leftAt: string | null
}

/** The day of a decision, and its ISO time. */
interface ReviewTime {
  readonly day: string
  readonly now: string
}

/**
 * Applies the boxes of Sebastian Leitner ("So lernt man lernen", Herder, 1972) with intervals that double, as in section 3.2
 * of Settles and Meeder, "A Trainable Spaced Repetition Model for Language Learning" (ACL 2016,
 * https://aclanthology.org/P16-1174): a highlight in box n returns after 2ⁿ days.
 *
 * `keep` moves a highlight to the next box, so it returns after 2, 4, 8 days, and so on, up to 512. `later` shows it
 * tomorrow and leaves it in its box, because putting off a highlight is no wrong answer. `forget` takes it out of the review.
 * @returns the state after a decision
 */
export function stateAfter({ box }: ReviewState, decision: ReviewDecision, { day, now }: ReviewTime): ReviewState {
  if (decision === 'forget') return { box, dueOn: null, reviewedOn: day, leftAt: now }
  if (decision === 'later') return { box, dueOn: daysAfter(day, 1), reviewedOn: day, leftAt: null }
  const next = Math.min((box ?? 0) + 1, MAX_BOX)
  return { box: next, dueOn: daysAfter(day, 2 ** next), reviewedOn: day, leftAt: null }
}

/** @returns the day a number of days after another one; both as `YYYY-MM-DD` */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}
