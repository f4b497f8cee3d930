import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { OwnerTx } from './owner-transaction.ts'

/**
 * Refuses to remove a passkey or the link to an identity provider if the account could no longer be signed in to.
 * @throws AppError `conflict` if the owner has no password and nothing else
 */
export async function refuseLastWayIn(tx: OwnerTx, owner: UserId): Promise<void> {
  const user = await tx.selectFrom('users').select('password_hash').where('id', '=', owner).executeTakeFirst()
  if (user?.password_hash !== '') return
  const passkeys = await tx.selectFrom('passkey').select('id').where('user_id', '=', owner).limit(2).execute()
  const identities = await tx.selectFrom('identity').select('id').where('user_id', '=', owner).limit(2).execute()
  if (passkeys.length + identities.length > 1) return
  throw new AppError('conflict', 'the account has no other way to sign in')
}
