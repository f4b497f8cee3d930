import { setImmediate } from 'node:timers/promises'
import { type JobPayloads, type JobRun, RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { changeMany, type ChangeManyDeps, type ManyAction } from './change-many.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { EntryFilter } from '../listing/entry-filter.ts'
import { listEntryIds, type ReadLists } from '../listing/list-entry-ids.ts'
import { markAction } from '../undoable-actions/action.repository.ts'
import { performBatch, type BegunAction } from '../undoable-actions/perform-action.ts'

/** Number of entries changed between two checks for a shutdown. */
const BATCH_SIZE = 100

/**
 * @returns the handler of a job that changes every entry of a list, in ascending order of id. Entries saved after the
 *   request are not changed. The job can restart safely, because changing an entry twice has no further effect.
 */
export function changeListedEntriesJob(deps: ChangeManyDeps & ReadLists) {
  return async (payload: JobPayloads['entries.change'], { signal }: JobRun): Promise<void> => {
    const owner = payload.userId as UserId
    let after = payload.after ?? 0
    for (;;) {
      if (signal.aborted) throw new RetryLater('the process stops', 0)
      const span = { after, upTo: payload.upTo, limit: BATCH_SIZE }
      const ids = await listEntryIds(deps, owner, payload.filter as unknown as EntryFilter, span)
      if (ids.length === 0) return endAction(deps, owner, payload)
      const isStopped = await changeBatch(deps, owner, ids, payload)
      if (isStopped) return
      after = ids.at(-1)!
      await setImmediate()
    }
  }
}

/** Records that the job has ended, so that pages need not guess it from the number of changed entries. */
async function endAction(
  { database }: ChangeManyDeps,
  owner: UserId,
  { begun }: JobPayloads['entries.change'],
): Promise<void> {
  if (begun) await ownerTransaction(database, owner, (tx) => markAction(tx, owner, begun.id, {}))
}

/**
 * Changes the next `BATCH_SIZE` entries.
 * @returns true if the job must stop, because the user has undone the action
 */
async function changeBatch(
  deps: ChangeManyDeps,
  owner: UserId,
  ids: readonly EntryId[],
  { action, begun, requestId }: JobPayloads['entries.change'],
): Promise<boolean> {
  if (begun) {
    const change = { ...begun, action: action as unknown as BegunAction['action'] }
    return (await performBatch(deps, owner, change, ids)) === undefined
  }
  await changeMany(deps, owner, ids, { action: action as unknown as ManyAction, requestId })
  return false
}
