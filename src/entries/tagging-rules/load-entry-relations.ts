import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { EntryWithRelations } from '../queryable-entry.ts'
import { tagsOfEntries } from '../tags-of-entries.ts'

/** The data of an entry that is not in the table `entry`. */
export type EntryRelations = Omit<EntryWithRelations, 'entry'>

const NO_RELATIONS: EntryRelations = { tags: [], annotations: [], progress: undefined, collections: [] }

/**
 * Loads the tags, annotations, reading positions and collections of entries.
 * @returns a function that returns the loaded data of one entry
 */
export async function loadEntryRelations(
  db: Db,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<(id: EntryId) => EntryRelations> {
  if (ids.length === 0) return () => NO_RELATIONS
  const [tags, annotations, progress, collections] = [
    await tagsOfEntries(db, owner, ids),
    await listNotes(db, owner, ids),
    await listProgress(db, owner, ids),
    await listMemberships(db, owner, ids),
  ]
  return (id) => ({
    tags: tags.get(id) ?? [],
    annotations: annotations.get(id) ?? [],
    progress: progress.get(id)?.[0],
    collections: (collections.get(id) ?? []).map((row) => Number(row.collection)),
  })
}

const byEntry = ({ entry_id: id }: { readonly entry_id: number }) => Number(id)

async function listNotes(db: Db, owner: UserId, ids: readonly EntryId[]) {
  const query = db.selectFrom('annotation').select(['entry_id', 'text', 'quote']).where('user_id', '=', owner)
  return Map.groupBy(await query.where('entry_id', 'in', ids).execute(), byEntry)
}

async function listProgress(db: Db, owner: UserId, ids: readonly EntryId[]) {
  const query = db.selectFrom('entry_progress').select(['entry_id', 'share', 'updated_at as at'])
  const rows = await query.where('user_id', '=', owner).where('entry_id', 'in', ids).execute()
  return Map.groupBy(rows, byEntry)
}

async function listMemberships(db: Db, owner: UserId, ids: readonly EntryId[]) {
  const query = db.selectFrom('collection_entry').select(['entry_id', 'collection_id as collection'])
  const rows = await query.where('user_id', '=', owner).where('entry_id', 'in', ids).execute()
  return Map.groupBy(rows, byEntry)
}
