import type { JobQueue } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/**
 * Enqueues a job that copies the images of an entry, in the caller's transaction. `requestId` appears in the log of the
 * job.
 */
export type EnqueueImages = (tx: OwnerTx, owner: UserId, id: EntryId, requestId?: string) => Promise<void>

/** Priority of image jobs. Jobs with smaller numbers run first, such as the page fetches that users wait for. */
const PRIORITY = 10

/**
 * The lane of all image jobs. The runner limits the running jobs of each lane, so that slots remain for page fetches.
 */
const LANE = 'images'

/**
 * @returns `enqueueImages` with the last argument set to the id of an HTTP request; undefined if this server stores no
 *   images
 */
export function forRequest(enqueueImages: EnqueueImages | undefined, requestId: string): EnqueueImages | undefined {
  return enqueueImages && ((tx, owner, id) => enqueueImages(tx, owner, id, requestId))
}

/** @returns the key of the job that copies the images of an entry */
export function imagesJobKey(owner: UserId, id: EntryId): string {
  return `entry.images:${owner}:${id}`
}

export function imageEnqueuer(jobs: JobQueue): EnqueueImages {
  return (tx, userId, entryId, requestId) =>
    jobs.enqueue(
      tx,
      'entry.images',
      { userId, entryId, ...(requestId !== undefined && { requestId }) },
      { userId, lane: LANE, dedupeKey: imagesJobKey(userId, entryId), priority: PRIORITY },
    )
}
