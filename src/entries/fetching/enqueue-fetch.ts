import type { JobQueue } from '../../jobs/job-queue.ts'
import type { Entry } from '../entry.ts'
import { updateEntry } from '../entry.repository.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/**
 * Orders the page of an entry to be fetched, in the caller's transaction. An order that is under way is outdated by
 * it: its result carries the older generation and is thrown away.
 */
export async function enqueueFetch(
  { jobs }: { readonly jobs: JobQueue },
  tx: OwnerTx,
  entry: Entry,
  requestId: string,
): Promise<void> {
  const generation = entry.fetchGeneration + 1
  await updateEntry(tx, entry.ownerId, entry.id, { fetch_state: 'pending', fetch_generation: generation })
  const payload = { userId: entry.ownerId, entryId: entry.id, generation, requestId }
  await jobs.enqueue(tx, 'entry.fetch', payload, {
    userId: entry.ownerId,
    lane: `host:${new URL(entry.url).host}`,
    dedupeKey: `entry.fetch:${entry.ownerId}:${entry.id}`,
  })
}
