import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { hashToken } from '../../kernel/random-token.ts'
import type { LogoutToken } from './logout-token.ts'

/**
 * Ends the sessions that a logout token names: those of the subject, or of the session at the provider, or of both. Sessions
 * that were opened in other ways, and the access of apps, stay.
 * @returns the users of the sessions, each once; undefined if the token was used before
 */
export async function endProviderSessions(
  database: Database,
  { issuer, subject, sessionId, tokenId, until }: LogoutToken,
): Promise<readonly UserId[] | undefined> {
  return database.transaction(async (tx) => {
    const used = await tx
      .insertInto('logout_token')
      .values({ token_hash: hashToken(`${issuer} ${tokenId}`), expires_at: new Date(until).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('expires_at')
      .executeTakeFirst()
    if (!used) return undefined
    let ending = tx.deleteFrom('session').where('provider_issuer', '=', issuer)
    if (subject !== undefined) ending = ending.where('provider_subject', '=', subject)
    if (sessionId !== undefined)
      // Without an id, the session may be the one that is meant. Then its subject is known.
      ending = ending.where(({ or, eb }) =>
        or([eb('provider_sid', '=', sessionId), ...(subject === undefined ? [] : [eb('provider_sid', 'is', null)])]),
      )
    const ended = await ending.returning('user_id').execute()
    return [...new Set(ended.map(({ user_id: id }) => Number(id) as UserId))]
  })
}
