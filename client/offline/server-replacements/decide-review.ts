import type * as server from '../../../src/annotations/review/decide-review.ts'
import { dayOf } from '../../../src/annotations/review/review-day.ts'
import { notFound } from '../../../src/kernel/errors.ts'
import { findAnnotation, reviewStateOf } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import { recordOperation } from '../record-operation.ts'

const MAX_TITLE = 120

export const decideReview: typeof server.decideReview = async ({ database }, _owner, id, { decision, now }) => {
  const library = libraryOf(database)
  const found = findAnnotation(library, id)
  if (!found) throw notFound('annotation')
  const before = reviewStateOf(library, id)
  if (before.reviewedOn === dayOf(now) || before.leftAt !== null) return { action: undefined, state: before }
  const operation = { type: 'annotations', action: 'review', id, decision } as const
  const title = found.annotation.quote.slice(0, MAX_TITLE)
  const action = await recordOperation(library, { kind: 'review', operations: [{ operation, title }] })
  return { action, state: reviewStateOf(library, id) }
}
