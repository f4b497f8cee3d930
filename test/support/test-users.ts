import type { Database } from '../../src/db/database.ts'
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
  const alice = await createTestUser(database, 'alice')
  const bob = await createTestUser(database, 'bob')
  const users: TestUsers = { alice, bob, carol: await createTestUser(database, 'carol', true) }
  process.env[USERS] = JSON.stringify(users)
  await database.close()
}

/** Creates an account whose password is quick to check. */
export async function createTestUser(database: Database, username: string, isAdmin = false): Promise<TestUser> {
  const deps = { database, hasher: passwordHasher(CHEAP_HASH), clock: systemClock }
  const password = `${username}: ink on paper`
  return { ...(await createUser(deps, { username, email: `${username}@example.org`, password, isAdmin })), password }
}

/** @returns the accounts of a database with users. Their ids are the same in every such database. */
export function testUsers(): TestUsers {
  const json = process.env[USERS]
  if (!json) throw new Error('no accounts to test with: run a single file with "npm run test:file -- FILE"')
  return JSON.parse(json) as TestUsers
}
