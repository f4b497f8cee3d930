import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, randomToken } from '../../kernel/random-token.ts'

/** For how long a browser can answer a challenge, in milliseconds. The dialogs of browsers stay open as long. */
export const CHALLENGE_MS = 300_000

/** What a challenge is for: a sign-in, the proof of identity before a sensitive change, or a new passkey. */
type ChallengePurpose = 'sign-in' | 'proof' | 'registration'

/** The use of a challenge. The owner is absent for a sign-in. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose
  readonly owner?: UserId
}

interface ChallengeDeps {
  readonly database: Database
  readonly clock: Clock
}

/** @returns a new challenge, 256 random bits as base64url. It is stored until it is used or expires. */
export async function newChallenge({ database, clock }: ChallengeDeps, use: ChallengeUse): Promise<string> {
  const challenge = randomToken()
  const expires_at = new Date(clock.now().getTime() + CHALLENGE_MS).toISOString()
  const row = { challenge_hash: hashToken(challenge), purpose: use.purpose, user_id: use.owner ?? null, expires_at }
  await database.transaction((tx) => tx.insertInto('passkey_challenge').values(row).execute())
  return challenge
}

/**
 * Uses up a challenge. Of several processes that receive the same one, only one deletes its row.
 * @returns true if it was stored for this use and has not expired
 */
export async function spendChallenge(
  { database, clock }: ChallengeDeps,
  challenge: string,
  { purpose, owner }: ChallengeUse,
): Promise<boolean> {
  const row = await database.transaction((tx) =>
    tx
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', hashToken(challenge))
      .where('purpose', '=', purpose)
      .where('user_id', owner === undefined ? 'is' : '=', owner ?? null)
      .returning('expires_at')
      .executeTakeFirst(),
  )
  return row !== undefined && row.expires_at > clock.now().toISOString()
}
