import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { type User } from '../user.ts'
import { parsePassword } from './password-rules.ts'
import { updatePasswordHash } from '../user.repository.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'

export interface ChangePasswordDeps {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
}

/** Renews further secrets of the user in the transaction that stores the password. */
export type AlsoRenew = (tx: OwnerTx, owner: UserId) => Promise<void>

/**
 * Stores a new password and ends all existing access: sessions and tokens (ASVS 5.0, V7.4.3), and app passwords. Keeps
 * the second factor.
 * @param alsoRenew renews the secrets in addresses, or those of them that the user has chosen
 */
export async function changePassword(
  { database, hasher, clock }: ChangePasswordDeps,
  user: User,
  password: string,
  alsoRenew: AlsoRenew,
): Promise<void> {
  const passwordHash = await hasher.hash(parsePassword(password, user.username))
  await ownerTransaction(database, user.id, async (tx) => {
    await updatePasswordHash(tx, user.id, passwordHash, clock.now().toISOString())
    await deleteSessionsAndCredentials(tx, user)
    await alsoRenew(tx, user.id)
  })
}

async function deleteSessionsAndCredentials(tx: Tx, { id }: User): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', id).execute()
  await tx.deleteFrom('sign_in_step').where('user_id', '=', id).execute()
  await tx.deleteFrom('app_password').where('user_id', '=', id).execute()
  await tx.deleteFrom('access_token').where('user_id', '=', id).execute()
  await tx.deleteFrom('refresh_token').where('user_id', '=', id).execute()
  await tx.deleteFrom('authorization_code').where('user_id', '=', id).execute()
  await tx.deleteFrom('device_code').where('decided_by', '=', id).execute()
}
