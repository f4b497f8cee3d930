import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { dropEntry } from '../deleting/delete-entry.ts'
import { insertTrash, packEntry } from './trash.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface TrashEntriesDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Deletes entries as a client's deletion does, and keeps what is needed to bring them back for a day.
 * @param ids at most some hundred; those that are not there are passed over
 * @param batch of `trashBatch`
 * @returns the ids of what was deleted
 */
export async function trashEntries(
  { database, clock }: TrashEntriesDeps,
  owner: UserId,
  ids: readonly EntryId[],
  batch: string,
): Promise<EntryId[]> {
  const gone: EntryId[] = []
  for (const id of ids) {
    const now = clock.now().toISOString()
    const isGone = await ownerTransaction(database, owner, async (tx) => {
      const data = await packEntry(tx, owner, id)
      if (!data) return false
      await insertTrash(tx, owner, { id, batch, data, now })
      return dropEntry(tx, owner, id, now)
    })
    if (isGone) gone.push(id)
  }
  return gone
}
