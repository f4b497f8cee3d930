import { openDatabase } from '../../src/db/open-database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createUser } from '../../src/users/create-user.ts'
import { passwordHasher } from '../../src/users/passwords/password-hasher.ts'
import type { User } from '../../src/users/user.ts'

/** Environment variable that contains the accounts of the template databases, as JSON. */
const USERS = 'TEST_USERS'

/** The lowest cost that argon2 allows (RFC 9106, section 3.1), because tests sign in thousands of times. */
const CHEAP_HASH = { memory: 8, passes: 1, parallelism: 1 }

export interface TestUser extends User {
  readonly password: string
}

export interface TestUsers {
  /** owner of the test data */
  readonly alice: TestUser
  /** another user */
  readonly bob: TestUser
  /** administrator */
  readonly carol: TestUser
}

/** Creates the accounts of tests in an empty database. This is done once per run, because hashing passwords is slow. */
export async function createTestUsers(url: string): Promise<void> {
  const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 1 })
  const deps = { database, hasher: passwordHasher(CHEAP_HASH), clock: systemClock }
  const create = async (username: string, isAdmin: boolean): Promise<TestUser> => {
    const password = `${username}: ink on paper`
    const input = { username, email: `${username}@example.org`, password, isAdmin }
    return { ...(await createUser(deps, input)), password }
  }
  const alice = await create('alice', false)
  const bob = await create('bob', false)
  const users: TestUsers = { alice, bob, carol: await create('carol', true) }
  process.env[USERS] = JSON.stringify(users)
  await database.close()
}

/** @returns the accounts of a database with users. Their ids are the same in every such database. */
export function testUsers(): TestUsers {
  const json = process.env[USERS]
  if (!json) throw new Error('no accounts to test with: run a single file with "npm run test:file -- FILE"')
  return JSON.parse(json) as TestUsers
}
