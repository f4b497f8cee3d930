import type { Db } from '../db/schema.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'

/**
 * @returns the labels of the tags of each entry, by the id of the entry. Entries without tags are missing from the map.
 */
export async function tagsOfEntries(
  db: Db,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<number, readonly { readonly label: string }[]>> {
  const rows = await db
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
    )
    .select(['entry_tag.entry_id', 'tag.label'])
    .where('entry_tag.user_id', '=', owner)
    .where('entry_tag.entry_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, ({ entry_id: id }) => Number(id))
}
