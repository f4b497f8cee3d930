import type { Db } from '../../db/schema.ts'
import type { Session } from './session.ts'

/** For how long after a sign-in the password is not asked for again. */
const RECENT_MS = 15 * 60_000

/** @returns true if the user of the session signed in within the last 15 minutes, with the password and any second factor */
export async function isRecentSignIn(db: Db, { user, tokenHash }: Session, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('created_at')
    .where('user_id', '=', user.id)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined && now.getTime() - Date.parse(row.created_at) < RECENT_MS
}
