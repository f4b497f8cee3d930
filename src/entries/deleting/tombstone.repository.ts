import type { UserId } from '../../kernel/brand.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

export interface Tombstone {
  readonly kind: 'entry' | 'annotation' | 'tag'
  readonly objectId: number
  readonly revision: number
  readonly now: string
}

/** Remembers a deletion, so that a client that was away learns of it. */
export async function leaveTombstone(tx: OwnerTx, owner: UserId, tombstone: Tombstone): Promise<void> {
  const { kind, objectId, revision, now } = tombstone
  await tx
    .insertInto('tombstone')
    .values({ user_id: owner, kind, object_id: objectId, revision, deleted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
