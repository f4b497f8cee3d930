import type { JobQueue } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Tx } from '../../db/schema.ts'

/** Priority of the jobs of digests, like that of the mails. */
const PRIORITY = 5

/** @returns the key of the job of a digest, of which at most one is waiting */
export const digestJobKey = (id: number): string => `mail.digest:${id}`

/** Enqueues the next run of a digest. A run that is waiting already is moved to the new time. */
export async function enqueueDigest(
  jobs: JobQueue,
  tx: Tx,
  { owner, id }: { readonly owner: UserId; readonly id: number },
  runAt: Date,
): Promise<void> {
  const options = { userId: owner, dedupeKey: digestJobKey(id), priority: PRIORITY, runAt }
  await jobs.enqueue(tx, 'mail.digest', { userId: owner, digestId: id }, options)
}
