import type { Database } from '../db/database.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { canonicalLogin, MAX_PASSWORD, type User } from './user.ts'
import { findUserByLogin } from './user.repository.ts'

export interface CheckPasswordDeps {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly failuresPerAccount: Throttle
  readonly failuresPerAddress: Throttle
}

export interface Credentials {
  /** username or e-mail */
  readonly login: string
  readonly password: string
  /** network address of who asks, for the budget of failures */
  readonly address: string
}

/**
 * The one check behind the token endpoint and the sign-in page, with one budget of failures for both.
 * @returns the user, or undefined when name or password are wrong; both take the same time
 * @throws AppError `too_many_requests` after too many failures, before the password is looked at
 */
export async function checkPassword(deps: CheckPasswordDeps, credentials: Credentials): Promise<User | undefined> {
  const account = canonicalLogin(credentials.login).slice(0, 180)
  await deps.failuresPerAccount.check(account)
  await deps.failuresPerAddress.check(credentials.address)
  const user = await verifiedUser(deps, credentials)
  if (user) {
    await deps.failuresPerAccount.forget(account)
    return user
  }
  await deps.failuresPerAccount.take(account).catch(() => undefined)
  await deps.failuresPerAddress.take(credentials.address).catch(() => undefined)
  return undefined
}

async function verifiedUser(
  { database, hasher }: CheckPasswordDeps,
  { login, password }: Credentials,
): Promise<User | undefined> {
  if (password.length > MAX_PASSWORD) return undefined
  const found = login.includes('\0') ? undefined : await database.read((db) => findUserByLogin(db, login))
  const isRight = await hasher.verify(found?.passwordHash, password)
  return isRight && found?.user.isEnabled ? found.user : undefined
}
