import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { enqueueOnList } from '../entries/undoable-actions/perform-action.ts'
import { findAction } from '../entries/undoable-actions/action.repository.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { countImportedEntries, findImport, updateImport } from './import.repository.ts'
import { isUnderWay, type Import } from './import.ts'

interface UndoImportDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
}

/**
 * Moves all entries that an import created to the trash. A job does so, as an action in the history, so that it continues
 * after an interruption, and can be undone itself. Entries that were saved before stay, with what the import added to them.
 * A repeated request has no further effect.
 * @param requestId id of the HTTP request, for the log of the job
 * @throws AppError `not_found` if the owner has no such import, `conflict` if it has not ended
 */
export async function undoImport(
  { database, jobs, clock }: UndoImportDeps,
  owner: UserId,
  id: number,
  requestId: string,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const job = await findImport(tx, owner, id)
    if (!job || job.state === 'receiving') throw notFound('import')
    if (isUnderWay(job)) throw new AppError('conflict', 'the import has not ended')
    const { inLibrary, isUndoing } = await findUndoState(tx, job)
    if (inLibrary === 0 || isUndoing) return
    const condition = { type: 'number', column: 'import', range: { from: id, to: id } } as const
    const query = { condition, dialect: database.dialect }
    const actionId = await enqueueOnList(
      { jobs, dialect: database.dialect, now: clock.now().toISOString() },
      tx,
      owner,
      { filter: { query, sort: 'none', order: 'asc', page: 1, perPage: 1 }, action: { kind: 'delete' }, requestId },
    )
    await updateImport(tx, { owner, id, from: ['done', 'cancelled', 'failed'] }, { undo_action_id: actionId })
  })
}

export interface UndoState {
  /** number of entries that the import created and that are in the library */
  readonly inLibrary: number
  /** true while a job moves them to the trash */
  readonly isUndoing: boolean
}

export async function findUndoState(db: Db, { ownerId: owner, id, undoAction }: Import): Promise<UndoState> {
  const inLibrary = await countImportedEntries(db, owner, id)
  if (undoAction === null || inLibrary === 0) return { inLibrary, isUndoing: false }
  // The owner may have restored entries since. Then they are in the library, although the job has ended.
  const action = await findAction(db, owner, undoAction)
  return { inLibrary, isUndoing: action !== undefined && !action.isStopped }
}
