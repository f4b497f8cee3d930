import { openDatabase } from '../../src/db/open-database.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createClient } from '../../src/oauth/create-client.ts'
import { issuePair } from '../../src/oauth/token-pair.ts'
import { openSession } from '../../src/users/sessions/session.ts'
import { createTestUser } from '../support/test-users.ts'

/** A user with what an app and a browser keep after the sign-in. */
export interface SignedInUser {
  readonly token: string
  readonly cookie: string
}

const DAY_SECONDS = 86_400
const LIFETIMES = { access: DAY_SECONDS, refresh: DAY_SECONDS, family: DAY_SECONDS, grace: 0 }

/** Creates accounts, each with an access token and a session, directly in a migrated database. */
export async function makeUsers(url: string, instanceKey: Uint8Array, count: number): Promise<readonly SignedInUser[]> {
  const database = await openDatabase({ location: { dialect: 'postgres', url }, poolSize: 2 })
  const deps = { database, clock: systemClock, instanceKey }
  const users: SignedInUser[] = []
  for (let number = 0; number < count; number++) {
    const { id } = await createTestUser(database, `reader${number}`)
    const { client } = await createClient(deps, { ownerId: id, name: 'Cluster', redirectUri: '' })
    const family = { userId: id, clientId: client.id, familyId: `cluster${number}`, scopes: null }
    const pair = await database.transaction((tx) =>
      issuePair(tx, family, { lifetimes: LIFETIMES, now: systemClock.now() }),
    )
    const session = { userId: id, userAgent: 'cluster', address: '127.0.0.1', isRemembered: false }
    const { token } = await openSession(deps, session)
    users.push({ token: pair.accessToken, cookie: `session=${token}` })
  }
  await database.close()
  return users
}
