import { BULK_PRIORITY } from '../../jobs/concurrency-flags.ts'
import type { Tx } from '../../db/schema.ts'
import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import type { Entry } from '../entry.ts'
import { updateEntry } from '../entry.repository.ts'
import { fetchLane } from './fetch-lane.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'

interface FetchOrder {
  /** id of the HTTP request that caused the fetch, for the log */
  readonly requestId: string
  /** true if the fetch may try http after https fails, because the client sent an address without a scheme */
  readonly mayUseHttp?: boolean
  /** true if no user waits for the page */
  readonly isBulk?: boolean
  /** earliest start; by default now */
  readonly runAt?: Date | undefined
}

/**
 * Enqueues a fetch of the entry's page, in the caller's transaction. If another fetch is pending, its result will be
 * discarded, because the new fetch has a higher generation.
 */
export async function enqueueFetch(
  { jobs }: { readonly jobs: JobQueue },
  tx: OwnerTx,
  entry: Entry,
  { requestId, mayUseHttp = false, isBulk = false, runAt }: FetchOrder,
): Promise<void> {
  const generation = entry.fetchGeneration + 1
  await updateEntry(tx, entry.ownerId, entry.id, { fetch_state: 'pending', fetch_generation: generation })
  const about = { requestId, ...(mayUseHttp && { mayUseHttp }), ...(isBulk && { isBulk }) }
  const payload = { userId: entry.ownerId, entryId: entry.id, generation, ...about }
  await enqueueFetchJob(jobs, tx, payload, { url: entry.url, runAt })
}

/**
 * Enqueues another fetch of an entry that users have already seen. The user's revision grows, because the entry is shown
 * as pending from now on.
 */
export async function enqueueRefetch(
  deps: { readonly jobs: JobQueue },
  tx: OwnerTx,
  entry: Entry,
  order: FetchOrder,
): Promise<void> {
  await advanceRevision(tx, entry.ownerId)
  await enqueueFetch(deps, tx, entry, order)
}

interface FetchJob {
  /** address of the page; its host is the lane of the job */
  readonly url: string
  /** earliest start; by default now */
  readonly runAt?: Date | undefined
}

/**
 * Enqueues the job of a fetch, in the caller's transaction. The entry must already be marked as pending, with the
 * generation of the payload. An entry has at most one waiting job.
 */
export async function enqueueFetchJob(
  jobs: JobQueue,
  tx: Tx,
  payload: JobPayloads['entry.fetch'],
  { url, runAt }: FetchJob,
): Promise<void> {
  const { userId, entryId, isBulk } = payload
  await jobs.enqueue(tx, 'entry.fetch', payload, {
    userId,
    lane: fetchLane(url),
    dedupeKey: `entry.fetch:${userId}:${entryId}`,
    ...(isBulk && { priority: BULK_PRIORITY }),
    ...(runAt && { runAt }),
  })
}
