import type { Db } from '../db/schema.ts'
import type { CollectionId, EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** Whether a collection contains an entry, and the time at which it was last added or removed. */
interface MembershipTime {
  readonly isPresent: boolean
  /** ISO time of the addition or removal; null for an entry that was never in the collection */
  readonly changedAt: string | null
}

const NEVER_MEMBER: MembershipTime = { isPresent: false, changedAt: null }

/**
 * @returns a function that returns, for the id of an entry, whether the collection contains the entry, and when it was
 *   last added or removed
 */
export async function findMembershipTimes(
  db: Db,
  owner: UserId,
  collection: CollectionId,
  ids: readonly EntryId[],
): Promise<(id: EntryId) => MembershipTime> {
  if (ids.length === 0) return () => NEVER_MEMBER
  const removed = await db
    .selectFrom('removed_member')
    .select(['entry_id', 'removed_at'])
    .where('user_id', '=', owner)
    .where('entry_id', 'in', ids)
    .where('kind', '=', 'collection')
    .where('name', '=', String(collection))
    .execute()
  const present = await db
    .selectFrom('collection_entry')
    .select(['entry_id', 'added_at'])
    .where('user_id', '=', owner)
    .where('collection_id', '=', collection)
    .where('entry_id', 'in', ids)
    .execute()
  const times = new Map<number, MembershipTime>(
    removed.map((row) => [Number(row.entry_id), { isPresent: false, changedAt: row.removed_at }]),
  )
  for (const row of present) times.set(Number(row.entry_id), { isPresent: true, changedAt: row.added_at })
  return (id) => times.get(id) ?? NEVER_MEMBER
}

interface MembershipChange {
  readonly collection: CollectionId
  readonly id: EntryId
  readonly isPresent: boolean
  /** ISO time */
  readonly at: string
}

/**
 * Stores the time of a change that has no other effect: a user adds an entry that the collection already contains, or
 * removes an entry that it does not contain. An older change that arrives later is then ignored.
 */
export async function setMembershipTime(
  tx: OwnerTx,
  owner: UserId,
  { collection, id, isPresent, at }: MembershipChange,
): Promise<void> {
  if (isPresent) {
    await tx
      .updateTable('collection_entry')
      .set({ added_at: at })
      .where('user_id', '=', owner)
      .where('collection_id', '=', collection)
      .where('entry_id', '=', id)
      .execute()
    return
  }
  const row = { user_id: owner, entry_id: id, kind: 'collection', name: String(collection), removed_at: at }
  await tx
    .insertInto('removed_member')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id', 'kind', 'name']).doUpdateSet({ removed_at: at }))
    .execute()
}
