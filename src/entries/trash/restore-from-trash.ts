import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { markRestored } from '../undoable-actions/action.repository.ts'
import { restoreBatch, type RestoreEntriesDeps } from './restore-entries.ts'
import { findTrashPlaces } from './trash-rows.repository.ts'

interface TrashSelection {
  /** ids of at most a few hundred entries; ids of entries that are not in the trash are skipped */
  readonly ids: readonly EntryId[]
  /** id of the HTTP request, for the logs of the jobs that the restoration enqueues */
  readonly requestId: string
}

/**
 * Restores entries from the trash, whichever deletions moved them there. If the address of an entry has been saved
 * again, the two entries are merged.
 * @returns the ids of the restored entries, or of the entries into which they were merged
 */
export async function restoreFromTrash(
  deps: RestoreEntriesDeps,
  owner: UserId,
  { ids, requestId }: TrashSelection,
): Promise<EntryId[]> {
  if (ids.length === 0) return []
  const { database, clock } = deps
  return ownerTransaction(database, owner, async (tx) => {
    const restored: EntryId[] = []
    const places = await findTrashPlaces(tx, owner, ids)
    for (const [batch, entries] of Map.groupBy(places, (place) => place.batch)) {
      const request = { batch, ids: entries.map(({ id }) => id), requestId }
      const { ids: done } = await restoreBatch({ ...deps, dialect: database.dialect }, tx, owner, request)
      restored.push(...done)
      await markRestored(tx, owner, batch, clock.now().toISOString())
    }
    return [...new Set(restored)]
  })
}
