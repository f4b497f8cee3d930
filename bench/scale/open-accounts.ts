import { openDatabase } from '../../src/db/open-database.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createClient } from '../../src/oauth/create-client.ts'
import { issuePair } from '../../src/oauth/token-pair.ts'

const DAY_SECONDS = 86_400
const LIFETIMES = { access: DAY_SECONDS, refresh: DAY_SECONDS, family: DAY_SECONDS, grace: 0 }

/**
 * Signs users in directly in the database, because the check of a password takes longer than what is measured.
 * @param users ids of the users
 * @returns an access token for each
 */
export async function openAccounts(url: string, users: readonly number[]): Promise<readonly string[]> {
  const database = await openDatabase({ location: { dialect: 'postgres', url }, poolSize: 1 })
  const deps = { database, clock: systemClock, instanceKey: new Uint8Array(32) }
  const { client } = await createClient(deps, { ownerId: 1 as UserId, name: 'Scale', redirectUri: '' })
  const tokens: string[] = []
  for (const user of users) {
    const family = { userId: user as UserId, clientId: client.id, familyId: `scale${user}`, scopes: null }
    const pair = await database.transaction((tx) =>
      issuePair(tx, family, { lifetimes: LIFETIMES, now: systemClock.now() }),
    )
    tokens.push(pair.accessToken)
  }
  await database.close()
  return tokens
}
