import type { Db, Tx } from '../db/schema.ts'
import type { EntryId, TagId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** A removal of tags by a user. Without `tagIds`, `keptIds` and `entryIds`, all tags are removed from all entries. */
interface RemovedTags {
  /** removes only these tags */
  readonly tagIds?: readonly TagId[]
  /** removes all tags except these */
  readonly keptIds?: readonly TagId[]
  /** removes tags only from these entries */
  readonly entryIds?: readonly EntryId[]
  /** ISO time of the removal */
  readonly at: string
}

/**
 * Records the removal of tags, before their rows are deleted. An older addition that arrives later, for example from an
 * offline device, is then ignored.
 */
export async function recordRemovedTags(
  tx: OwnerTx,
  owner: UserId,
  { tagIds, keptIds = [], entryIds, at }: RemovedTags,
): Promise<void> {
  if (tagIds?.length === 0 || entryIds?.length === 0) return
  await tx
    .insertInto('removed_member')
    .columns(['user_id', 'entry_id', 'kind', 'name', 'removed_at'])
    .expression((query) =>
      query
        .selectFrom('entry_tag')
        .innerJoin('tag', (join) =>
          join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
        )
        .select((select) => [
          'entry_tag.user_id',
          'entry_tag.entry_id',
          select.val<string>('tag').as('kind'),
          'tag.label as name',
          select.val<string>(at).as('removed_at'),
        ])
        .where('entry_tag.user_id', '=', owner)
        .$if(tagIds !== undefined, (some) => some.where('entry_tag.tag_id', 'in', tagIds!))
        .$if(keptIds.length > 0, (some) => some.where('entry_tag.tag_id', 'not in', keptIds))
        .$if(entryIds !== undefined, (some) => some.where('entry_tag.entry_id', 'in', entryIds!)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'entry_id', 'kind', 'name'])
        .doUpdateSet(({ ref }) => ({ removed_at: ref('excluded.removed_at') })),
    )
    .execute()
}

/** The state of a tag on an entry, and the time of its last change. */
interface TagTime {
  readonly isPresent: boolean
  /**
   * ISO time of the addition or removal; null for a tag that was added by an import or a rule, or was never on the
   * entry
   */
  readonly changedAt: string | null
}

const NEVER: TagTime = { isPresent: false, changedAt: null }

/**
 * Loads the state of tags on an entry.
 * @returns a function that returns the state of the tag with a given label
 */
export async function findTagTimes(
  db: Db,
  owner: UserId,
  entryId: EntryId,
  labels: readonly string[],
): Promise<(label: string) => TagTime> {
  if (labels.length === 0) return () => NEVER
  const removed = await db
    .selectFrom('removed_member')
    .select(['name', 'removed_at'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'tag')
    .where('name', 'in', labels)
    .execute()
  const present = await db
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
    )
    .select(['tag.label', 'entry_tag.added_at'])
    .where('entry_tag.user_id', '=', owner)
    .where('entry_tag.entry_id', '=', entryId)
    .where('tag.label', 'in', labels)
    .execute()
  const times = new Map<string, TagTime>(
    removed.map(({ name, removed_at }) => [name, { isPresent: false, changedAt: removed_at }]),
  )
  for (const { label, added_at } of present) times.set(label, { isPresent: true, changedAt: added_at })
  return (label) => times.get(label) ?? NEVER
}

/** Sets the time at which a tag was added to an entry. The entry already has the tag. */
export async function setAddedAt(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  { label, at }: { readonly label: string; readonly at: string },
): Promise<void> {
  await tx
    .updateTable('entry_tag')
    .set({ added_at: at })
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .where('tag_id', '=', (query) =>
      query.selectFrom('tag').select('id').where('user_id', '=', owner).where('label', '=', label),
    )
    .execute()
}

/**
 * Records the removal of a tag that the entry does not have. An older addition that arrives later, for example from an
 * offline device, is then ignored.
 */
export async function setRemovedAt(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  { label, at }: { readonly label: string; readonly at: string },
): Promise<void> {
  await tx
    .insertInto('removed_member')
    .values({ user_id: owner, entry_id: entryId, kind: 'tag', name: label, removed_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id', 'kind', 'name']).doUpdateSet({ removed_at: at }))
    .execute()
}

/** Deletes the records of removals made before a time. */
export async function deleteOldRemovals(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('removed_member').where('removed_at', '<', before).execute()
}
