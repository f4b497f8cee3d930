import type { AnnotationId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { ReviewState } from './review-rule.ts'

/** A highlight with its state in the review. */
interface ReviewedHighlight {
  readonly quote: string
  readonly state: ReviewState
}

/** @returns a highlight with its state in the review; undefined if the owner has no such annotation */
export async function findReviewed(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
): Promise<ReviewedHighlight | undefined> {
  const row = await tx
    .selectFrom('annotation')
    .select(['quote', 'review_box', 'review_due_on', 'reviewed_on', 'review_left_at'])
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const box = row.review_box === null ? null : Number(row.review_box)
  const state = { box, dueOn: row.review_due_on, reviewedOn: row.reviewed_on, leftAt: row.review_left_at }
  return { quote: row.quote, state }
}

export async function updateReview(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  { box, dueOn, reviewedOn, leftAt }: ReviewState,
): Promise<void> {
  await tx
    .updateTable('annotation')
    .set({ review_box: box, review_due_on: dueOn, reviewed_on: reviewedOn, review_left_at: leftAt })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}
