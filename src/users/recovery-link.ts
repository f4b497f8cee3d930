import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { hashToken, ownedToken, ownerOfToken } from '../kernel/random-token.ts'
import { ownerTransaction, type OwnerTx } from './owner-transaction.ts'
import { changePassword, type AlsoRenew, type ChangePasswordDeps } from './passwords/change-password.ts'
import { deleteFactor } from './second-factor/second-factor.repository.ts'
import type { User } from './user.ts'
import { findUser } from './user.repository.ts'

/** For how long a recovery link is valid, in milliseconds: a day, so that the operator can send it by mail. */
const VALID_MS = 86_400_000

interface RecoveryDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Creates a recovery link for the user, and invalidates the previous one.
 * @returns the secret of the link, of which only the hash is stored
 */
export async function createRecoveryLink({ database, clock }: RecoveryDeps, owner: UserId): Promise<string> {
  const secret = ownedToken(owner)
  const expires_at = new Date(clock.now().getTime() + VALID_MS).toISOString()
  const values = { secret_hash: hashToken(secret), expires_at }
  await ownerTransaction(database, owner, (tx) =>
    tx
      .insertInto('recovery_link')
      .values({ user_id: owner, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute(),
  )
  return secret
}

/** @returns the user of a valid recovery link; undefined if it was used, has expired or is unknown */
export async function findRecoveredUser({ database, clock }: RecoveryDeps, secret: string): Promise<User | undefined> {
  const owner = ownerOfToken(secret) as UserId | undefined
  if (owner === undefined) return undefined
  return database.read(async (db) => {
    const row = await db
      .selectFrom('recovery_link')
      .select('user_id')
      .where('user_id', '=', owner)
      .where('secret_hash', '=', hashToken(secret))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    const user = row && (await findUser(db, owner))
    return user?.isEnabled ? user : undefined
  })
}

/**
 * Uses up a recovery link: sets a new password, turns the second factor off, and removes all passkeys, because any of
 * them may be lost or belong to someone else. Ends all existing access, as every new password does.
 * @throws AppError `forbidden` if the link is no longer valid, `invalid_input` for a password that the rules refuse
 */
export async function recoverAccount(
  deps: ChangePasswordDeps,
  { user, secret, password }: { readonly user: User; readonly secret: string; readonly password: string },
  alsoRenew: AlsoRenew,
): Promise<void> {
  await changePassword(deps, user, password, async (tx, owner) => {
    await spendLink(tx, owner, { secret, now: deps.clock.now().toISOString() })
    await deleteFactor(tx, owner)
    await tx.deleteFrom('passkey').where('user_id', '=', owner).execute()
    await alsoRenew(tx, owner)
  })
}

async function spendLink(
  tx: OwnerTx,
  owner: UserId,
  { secret, now }: { readonly secret: string; readonly now: string },
): Promise<void> {
  const row = await tx
    .deleteFrom('recovery_link')
    .where('user_id', '=', owner)
    .where('secret_hash', '=', hashToken(secret))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw new AppError('forbidden', 'this link is no longer valid')
}
