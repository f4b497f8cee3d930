import type { Database } from '../db/database.ts'
import type { JobHandlers, JobPayloads, JobQueue, JobRun } from '../jobs/job-queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { deleteUnusedBodies, moveBodiesToObjects } from './captures/capture-objects.ts'
import { changeListedEntriesJob } from './changing/change-listed-entries.job.ts'
import { bulkDeleteEntries } from './deleting/bulk-delete-entries.ts'
import { deleteAllTags } from './deleting/delete-all-tags.ts'
import { deleteAccountJob } from './deleting/delete-account.job.ts'
import { deleteOrphanedBodies } from './fetching/capture.repository.ts'
import type { ReadLists } from './listing/list-entry-ids.ts'
import { fetchEntryJob, type FetchEntryDeps } from './fetching/fetch-entry.job.ts'
import { forRequest } from './enqueue-images.ts'
import { applyRulesToAllJob } from './tagging-rules/apply-rules-to-all.job.ts'
import { emptyTrash } from './trash/trash.repository.ts'
import { emptyHistory } from './undoable-actions/action.repository.ts'
import { UNDO_PERIOD_MS } from './undoable-actions/undo-limits.ts'

interface EntryJobDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** @returns the handlers of the jobs that change entries */
export function entryJobs(
  deps: EntryJobDeps & ReadLists,
): Pick<JobHandlers, 'rules.apply' | 'entries.change' | 'account.delete'> {
  return {
    'rules.apply': applyRulesToAllJob(deps),
    'entries.change': changeListedEntriesJob(deps),
    'account.delete': deleteAccountJob(deps),
  }
}

export type FetchJobDeps = FetchEntryDeps

/**
 * Fetches the page of an entry. The image jobs that the fetch enqueues contain the id of the HTTP request that caused
 * the fetch.
 */
export async function runFetchJob(
  { enqueueImages, ...deps }: FetchJobDeps,
  payload: JobPayloads['entry.fetch'],
  run: JobRun,
): Promise<void> {
  const order = forRequest(enqueueImages, payload.requestId)
  await fetchEntryJob({ ...deps, ...(order && { enqueueImages: order }) })(payload, run)
}

/** Deletes the owner's entries or tags, as the payload requests. */
export async function clearLibrary(
  deps: EntryJobDeps,
  payload: JobPayloads['library.clear'],
  run: JobRun,
): Promise<void> {
  const clear = payload.kind === 'tags' ? deleteAllTags : bulkDeleteEntries
  await clear(deps, payload, run)
}

export interface SweepEntriesDeps extends Pick<EntryJobDeps, 'database' | 'clock'> {
  /** number of days for which deleted entries can be restored */
  readonly trashDays: number
}

/** Number of milliseconds in a day. */
const DAY_MS = 86_400_000

/**
 * Deletes data that is no longer needed: old entries of the trash, history that can no longer be undone, and stored
 * pages of deleted entries.
 */
export async function sweepEntries({ database, clock, trashDays }: SweepEntriesDeps): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds).toISOString()
  await database.transaction(async (tx) => {
    await emptyTrash(tx, ago(trashDays * DAY_MS))
    await emptyHistory(tx, ago(UNDO_PERIOD_MS))
  })
  await deleteOrphanedBodies(database)
}

/**
 * Deletes the bodies of captures that are no longer needed from the object store, and moves large ones there.
 * @param hasBucket false if the object store is the data folder, which gets none, because they are in the database
 * @throws AppError `unavailable` if the store fails
 */
export async function sweepBodies(
  deps: Pick<EntryJobDeps, 'database' | 'clock'> & { readonly objects: ObjectStore },
  hasBucket: boolean,
): Promise<void> {
  await deleteUnusedBodies(deps)
  if (hasBucket) await moveBodiesToObjects(deps)
}
