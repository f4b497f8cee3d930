import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, ownedToken, ownerOfToken } from '../../kernel/random-token.ts'
import type { User } from '../user.ts'
import { findUser } from '../user.repository.ts'

/** Time limit for entering the code, in seconds; apps show a new one every 30. */
export const STEP_SECONDS = 300
/** Security specification, A16: attempts before the password is required again. */
const MOST_TRIES = 5

export interface SignInStepDeps {
  readonly database: Database
  readonly clock: Clock
}

/** A sign-in after the correct password. */
export interface SignInStep {
  readonly user: User
  /** "stay signed in" */
  readonly isRemembered: boolean
}

/** @returns the value of a cookie that is valid only for the second step of this sign-in */
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

/** @returns whether a further attempt is allowed */
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
      .where('tries', '<', MOST_TRIES)
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** Counts an attempt. @returns the sign-in, or undefined when it has ended */
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
      .where('tries', '<', MOST_TRIES)
      .returning('is_remembered')
      .executeTakeFirst()
    const user = row && (await findUser(tx, owner as UserId))
    return user?.isEnabled ? { user, isRemembered: row!.is_remembered === 1 } : undefined
  })
}

/** Ends every sign-in of the user that waits for a code. */
export async function endSignInSteps({ database }: Pick<SignInStepDeps, 'database'>, owner: UserId): Promise<void> {
  await database.transaction((tx) => tx.deleteFrom('sign_in_step').where('user_id', '=', owner).execute())
}
