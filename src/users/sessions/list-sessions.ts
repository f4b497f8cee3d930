import type { Db } from '../../db/schema.ts'
import { IDLE_SECONDS, type Session, type SessionDeps } from './session.ts'

/** A signed-in browser in the list that its user sees. */
export interface ListedSession {
  /** id of the session; it cannot be used as the cookie */
  readonly id: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: string
  /** time of the last use, accurate to an hour */
  readonly lastUsedAt: string
  /** true for the session that the current request uses */
  readonly isThis: boolean
}

/** @returns the owner's valid sessions: the current one first, then the most recently used */
export async function listSessions(db: Db, { user, tokenHash }: Session, now: Date): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', new Date(now.getTime() - IDLE_SECONDS * 1000).toISOString())
    .orderBy('last_used_at', 'desc')
    .execute()
  const own = Buffer.from(tokenHash).toString('hex')
  const sessions = rows.map((row) => {
    const id = Buffer.from(row.token_hash).toString('hex')
    const { user_agent: userAgent, address, created_at: createdAt, last_used_at: lastUsedAt } = row
    return { id, userAgent, address, createdAt, lastUsedAt, isThis: id === own }
  })
  return sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
}

/**
 * Ends one of the owner's sessions.
 * @param id id from `listSessions`
 * @returns true if the owner had such a session
 */
export async function endListedSession(
  { database }: Pick<SessionDeps, 'database'>,
  { user }: Session,
  id: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(id)) return false
  const deleted = await database.transaction((tx) =>
    tx
      .deleteFrom('session')
      .where('user_id', '=', user.id)
      .where('token_hash', '=', Buffer.from(id, 'hex'))
      .returning('user_id')
      .executeTakeFirst(),
  )
  return deleted !== undefined
}

/** Ends all sessions of the owner except the current one, and all unfinished sign-ins. */
export async function endOtherSessions(
  { database }: Pick<SessionDeps, 'database'>,
  { user, tokenHash }: Session,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('session').where('user_id', '=', user.id).where('token_hash', '!=', tokenHash).execute()
    await tx.deleteFrom('sign_in_step').where('user_id', '=', user.id).execute()
  })
}
