import type { JobQueue } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** Enqueues copies of the images of an entry, in the caller's transaction; `requestId` is for tracing in the log. */
export type EnqueueImages = (tx: OwnerTx, owner: UserId, id: EntryId, requestId?: string) => Promise<void>

/** Bulk work runs after page fetches that a user waits for. */
const PRIORITY = 10

/** Image jobs share one lane, so that they never fill the slots that pages need. */
const LANE = 'images'

/** @returns the same for the work of one request, which the log of an image fetch then names */
export function forRequest(enqueueImages: EnqueueImages | undefined, requestId: string): EnqueueImages | undefined {
  return enqueueImages && ((tx, owner, id) => enqueueImages(tx, owner, id, requestId))
}

export function imageEnqueuer(jobs: JobQueue): EnqueueImages {
  return (tx, userId, entryId, requestId) =>
    jobs.enqueue(
      tx,
      'entry.images',
      { userId, entryId, ...(requestId !== undefined && { requestId }) },
      { userId, lane: LANE, dedupeKey: `entry.images:${userId}:${entryId}`, priority: PRIORITY },
    )
}
