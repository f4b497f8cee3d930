import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from './owner-transaction.ts'
import { advanceRevision } from './revision.ts'

interface WayIn {
  /** `identity` is the link with an account at an identity provider */
  readonly kind: 'passkey' | 'identity'
  readonly id: number
}

/**
 * Removes a way to sign in. The caller must have checked the user's identity.
 * @throws AppError `not_found` if the owner has no such passkey or identity, `conflict` if the account has no password and
 *   nothing else, so that nobody could sign in to it any more
 */
export async function removeWayIn(database: Database, owner: UserId, { kind, id }: WayIn): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    await refuseLastWayIn(tx, owner)
    const deleted = await tx
      .deleteFrom(kind)
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound(kind)
  })
}

async function refuseLastWayIn(tx: OwnerTx, owner: UserId): Promise<void> {
  const user = await tx.selectFrom('users').select('password_hash').where('id', '=', owner).executeTakeFirst()
  if (user?.password_hash !== '') return
  const passkeys = await tx.selectFrom('passkey').select('id').where('user_id', '=', owner).limit(2).execute()
  const identities = await tx.selectFrom('identity').select('id').where('user_id', '=', owner).limit(2).execute()
  if (passkeys.length + identities.length > 1) return
  throw new AppError('conflict', 'the account has no other way to sign in')
}
