import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { enqueueOnList } from '../entries/undoable-actions/perform-action.ts'
import { findAction } from '../entries/undoable-actions/action.repository.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { countImportedEntries, findImport, updateImport } from './import.repository.ts'
import { countImportedHighlights, undoImportedHighlights } from './highlights/undo-highlights.ts'
import { isUnderWay, type Import, type ImportState } from './import.ts'

interface UndoImportDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
}

/**
 * Takes back what an import created. Deletes the highlights that it added to entries that were saved before, unless the user
 * has changed them since. Moves all entries that it created to the trash. A job does so, as an action in the history, so that it
 * continues after an interruption, and can be undone itself. Entries that were saved before stay, with the tags and notes that the
 * import added to them. A repeated request has no further effect.
 * @param requestId id of the HTTP request, for the log of the job
 * @throws AppError `not_found` if the owner has no such import, `conflict` if it has not ended
 */
export async function undoImport(deps: UndoImportDeps, owner: UserId, id: number, requestId: string): Promise<void> {
  const { database, clock } = deps
  const job = await database.read((db) => findImport(db, owner, id))
  if (!job || job.state === 'receiving') throw notFound('import')
  if (isUnderWay(job)) throw new AppError('conflict', 'the import has not ended')
  const now = clock.now().toISOString()
  const { highlights } = await database.read((db) => findUndoState(db, job))
  if (highlights > 0) await undoImportedHighlights(database, owner, id, now)
  await ownerTransaction(database, owner, async (tx) => {
    if (highlights > 0) await updateImport(tx, { owner, id, from: ENDED }, { highlights_undone_at: now })
    await enqueueDeletion(deps, tx, { owner, id, requestId, now })
  })
}

const ENDED: readonly ImportState[] = ['done', 'cancelled', 'failed']

interface Deletion {
  readonly owner: UserId
  readonly id: number
  readonly requestId: string
  readonly now: string
}

/** Enqueues the job that moves the entries of an import to the trash, if there are any and no such job is under way. */
async function enqueueDeletion(
  { database, jobs }: UndoImportDeps,
  tx: OwnerTx,
  { owner, id, requestId, now }: Deletion,
): Promise<void> {
  const job = await findImport(tx, owner, id)
  if (!job) throw notFound('import')
  const { inLibrary, isUndoing } = await findUndoState(tx, job)
  if (inLibrary === 0 || isUndoing) return
  const condition = { type: 'number', column: 'import', range: { from: id, to: id } } as const
  const query = { condition, dialect: database.dialect }
  const actionId = await enqueueOnList({ jobs, dialect: database.dialect, now }, tx, owner, {
    filter: { query, sort: 'none', order: 'asc', page: 1, perPage: 1 },
    action: { kind: 'delete' },
    requestId,
  })
  await updateImport(tx, { owner, id, from: ENDED }, { undo_action_id: actionId })
}

export interface UndoState {
  /** number of entries that the import created and that are in the library */
  readonly inLibrary: number
  /** number of highlights that the import added and that the user has not changed */
  readonly highlights: number
  /** true while a job moves the entries to the trash */
  readonly isUndoing: boolean
}

export async function findUndoState(db: Db, { ownerId: owner, id, undoAction }: Import): Promise<UndoState> {
  const inLibrary = await countImportedEntries(db, owner, id)
  const highlights = await countImportedHighlights(db, owner, id)
  if (undoAction === null || inLibrary === 0) return { inLibrary, highlights, isUndoing: false }
  // The owner may have restored entries since. Then they are in the library, although the job has ended.
  const action = await findAction(db, owner, undoAction)
  return { inLibrary, highlights, isUndoing: action !== undefined && !action.isStopped }
}
