import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { removeEmptyDeletions } from '../undoable-actions/action.repository.ts'
import { deleteTrash } from './trash-rows.repository.ts'

interface TrashDeps {
  readonly database: Database
}

/**
 * Permanently deletes entries in the trash. The history no longer lists deletions of which nothing can be restored.
 * @param ids ids of at most a thousand entries; ids of entries that are not in the trash are skipped
 * @returns the number of deleted entries
 */
export function deleteFromTrash({ database }: TrashDeps, owner: UserId, ids: readonly EntryId[]): Promise<number> {
  return ids.length === 0 ? Promise.resolve(0) : deleteAll(database, owner, ids)
}

/**
 * Empties the owner's trash.
 * @returns the number of deleted entries
 */
export function emptyOwnTrash({ database }: TrashDeps, owner: UserId): Promise<number> {
  return deleteAll(database, owner)
}

function deleteAll(database: Database, owner: UserId, ids?: readonly EntryId[]): Promise<number> {
  return ownerTransaction(database, owner, async (tx) => {
    const batches = await deleteTrash(tx, owner, ids)
    await removeEmptyDeletions(tx, owner, new Set(batches))
    return batches.length
  })
}
