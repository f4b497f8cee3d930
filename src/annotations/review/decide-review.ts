import { insertAction } from '../../entries/undoable-actions/action.repository.ts'
import type { AnnotationId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import type { AnnotationDeps } from '../change-annotations.ts'
import { dayOf } from './review-day.ts'
import { daysAfter, stateAfter, type ReviewDecision, type ReviewState } from './review-rule.ts'
import { findReviewed, updateReview } from './review.repository.ts'

/** Maximum length in characters of a quote in the history, which shows it as the title. Longer quotes are cut. */
const MAX_TITLE = 120

/** A decision of the review. */
interface Decided {
  /** id of the action in the history; undefined if the highlight was already reviewed on this day */
  readonly action: number | undefined
  readonly state: ReviewState
}

/**
 * Stores what the owner decided about a highlight, and adds the decision to the history. A highlight is reviewed once a day:
 * a second decision changes nothing.
 * @throws AppError `not_found` if the owner has no such highlight
 */
export async function decideReview(
  { database }: Pick<AnnotationDeps, 'database'>,
  owner: UserId,
  id: AnnotationId,
  { decision, now }: { readonly decision: ReviewDecision; readonly now: Now },
): Promise<Decided> {
  const [day, time] = [dayOf(now), now.at.toISOString()]
  return ownerTransaction(database, owner, (tx) => writeDecision(tx, owner, id, { decision, day, time }))
}

/** A decision, the day on which the user made it, and the ISO time at which it is stored. */
interface DatedDecision {
  readonly decision: ReviewDecision
  readonly day: string
  readonly time: string
}

/** Stores a decision like `decideReview`, in a transaction. A decision that is older than the last one changes nothing. */
export async function writeDecision(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  { decision, day, time }: DatedDecision,
): Promise<Decided> {
  const found = await findReviewed(tx, owner, id)
  if (!found) throw notFound('annotation')
  const { quote, state: before } = found
  const isDecided = (before.reviewedOn !== null && before.reviewedOn >= day) || before.leftAt !== null
  if (isDecided) return { action: undefined, state: before }
  const state = stateAfter(before, decision, { day, now: time })
  return { action: await store(tx, owner, { id, quote, before, state, time }), state }
}

/**
 * Takes a highlight that was left out into the review again. It is due tomorrow, in the box in which it was.
 * @returns the action in the history, which is undefined if the highlight is part of the review already, and the state
 * @throws AppError `not_found` if the owner has no such highlight
 */
export async function returnToReview(
  { database }: Pick<AnnotationDeps, 'database'>,
  owner: UserId,
  id: AnnotationId,
  now: Now,
): Promise<Decided> {
  return ownerTransaction(database, owner, async (tx) => {
    const found = await findReviewed(tx, owner, id)
    if (!found) throw notFound('annotation')
    const { quote, state: before } = found
    if (before.leftAt === null) return { action: undefined, state: before }
    const state = { ...before, dueOn: daysAfter(dayOf(now), 1), leftAt: null }
    return { action: await store(tx, owner, { id, quote, before, state, time: now.at.toISOString() }), state }
  })
}

interface Change {
  readonly id: AnnotationId
  readonly quote: string
  readonly before: ReviewState
  readonly state: ReviewState
  readonly time: string
}

/** Stores the new state of a highlight, and adds the change to the history. @returns the id of the action */
async function store(tx: OwnerTx, owner: UserId, { id, quote, before, state, time }: Change): Promise<number> {
  await advanceRevision(tx, owner)
  await updateReview(tx, owner, id, state)
  const title = [...quote].slice(0, MAX_TITLE).join('')
  const detail = { annotation: id, before }
  return insertAction(tx, owner, { kind: 'review', detail, title, entries: 1, now: time })
}

/** Gives a highlight the state that it had before a decision. @throws AppError `not_found` */
export async function restoreReview(
  { database }: Pick<AnnotationDeps, 'database'>,
  owner: UserId,
  id: AnnotationId,
  before: ReviewState,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    if (!(await findReviewed(tx, owner, id))) throw notFound('annotation')
    await advanceRevision(tx, owner)
    await updateReview(tx, owner, id, before)
  })
}
