import type { Database } from '../db/database.ts'
import type { CollectionId, EntryId, UserId } from '../kernel/branded-ids.ts'

/** Finds the collections to which an entry was added by hand. */
export type FindCollectionsOfEntry = (owner: UserId, id: EntryId) => Promise<CollectionId[]>

/** @returns a function that finds the collections of an entry with one prepared statement */
export function collectionsOfEntryFinder(database: Database): FindCollectionsOfEntry {
  const find = database.prepare<{ readonly id: number }>(
    'select collection_id as id from collection_entry where user_id = $1 and entry_id = $2 order by collection_id',
  )
  return async (owner, entry) => (await find.all(owner, entry)).map(({ id }) => Number(id) as CollectionId)
}
