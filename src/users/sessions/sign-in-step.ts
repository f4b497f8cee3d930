import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, ownedToken, ownerOfToken } from '../../kernel/random-token.ts'
import type { User } from '../user.ts'
import { findUser } from '../user.repository.ts'

/** Time limit in seconds for entering the code of the second factor after the password. */
export const STEP_SECONDS = 300
/** Maximum number of codes that a user can try before the password is required again (security specification, A16). */
const MAX_TRIES = 5

interface SignInStepDeps {
  readonly database: Database
  readonly clock: Clock
}

/** A sign-in with a correct password that still requires a code of the second factor. */
interface SignInStep {
  readonly user: User
  /** true if the user chose "stay signed in" */
  readonly isRemembered: boolean
}

/**
 * Stores a new sign-in step.
 * @returns the value of its cookie, which allows nothing but entering the code
 */
export async function openSignInStep(
  { database, clock }: SignInStepDeps,
  { userId, isRemembered }: { readonly userId: UserId; readonly isRemembered: boolean },
): Promise<string> {
  const token = ownedToken(userId)
  const expires_at = new Date(clock.now().getTime() + STEP_SECONDS * 1000).toISOString()
  const place = { user_id: userId, token_hash: hashToken(token) }
  await database.transaction((tx) =>
    tx
      .insertInto('sign_in_step')
      .values({ ...place, is_remembered: isRemembered ? 1 : 0, expires_at })
      .execute(),
  )
  return token
}

/** @returns true if the user can still enter a code: the step has not expired and has tries left */
export async function isSignInStep({ database, clock }: SignInStepDeps, token: string): Promise<boolean> {
  const owner = ownerOfToken(token)
  if (owner === undefined) return false
  const row = await database.read((db) =>
    db
      .selectFrom('sign_in_step')
      .select('user_id')
      .where('user_id', '=', owner)
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock.now().toISOString())
      .where('tries', '<', MAX_TRIES)
      .executeTakeFirst(),
  )
  return row !== undefined
}

/**
 * Counts an attempt to enter the code.
 * @returns the sign-in step; undefined if it has expired or has had too many attempts
 */
export async function trySignInStep(
  { database, clock }: SignInStepDeps,
  token: string,
): Promise<SignInStep | undefined> {
  const owner = ownerOfToken(token)
  if (owner === undefined) return undefined
  return database.transaction(async (tx) => {
    const row = await tx
      .updateTable('sign_in_step')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('user_id', '=', owner)
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock.now().toISOString())
      .where('tries', '<', MAX_TRIES)
      .returning('is_remembered')
      .executeTakeFirst()
    const user = row && (await findUser(tx, owner as UserId))
    return user?.isEnabled ? { user, isRemembered: row!.is_remembered === 1 } : undefined
  })
}

/** Ends all unfinished sign-ins of the user. */
export async function endSignInSteps({ database }: Pick<SignInStepDeps, 'database'>, owner: UserId): Promise<void> {
  await database.transaction((tx) => tx.deleteFrom('sign_in_step').where('user_id', '=', owner).execute())
}
