import type { Database } from '../db/database.ts'
import type { CollectionId, EntryId, UserId } from '../kernel/branded-ids.ts'

/** Returns the ids of the hand-picked entries of a collection, in the order of the collection. */
export type ListPickedEntries = (owner: UserId, id: CollectionId) => Promise<EntryId[]>

export function pickedEntryLister(database: Database): ListPickedEntries {
  const list = database.prepare<{ entry_id: number }>(
    'select entry_id from collection_entry where user_id = $1 and collection_id = $2 order by position, entry_id',
  )
  return async (owner, id) => (await list.all(owner, id)).map((row) => Number(row.entry_id) as EntryId)
}
