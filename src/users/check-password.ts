import type { Database } from '../db/database.ts'
import { networkOf } from '../throttling/network.ts'
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
  const { login, password } = credentials
  const found = login.includes('\0') ? undefined : await deps.database.read((db) => findUserByLogin(db, login))
  // Name and e-mail are one account, and so have one budget.
  const account = canonicalLogin(found?.user.username ?? login).slice(0, 180)
  const network = networkOf(credentials.address)
  await deps.failuresPerAccount.check(account)
  await deps.failuresPerAddress.check(network)
  const isRight = password.length <= MAX_PASSWORD && (await deps.hasher.verify(found?.passwordHash, password))
  if (isRight && found?.user.isEnabled) {
    await deps.failuresPerAccount.forget(account)
    return found.user
  }
  await deps.failuresPerAccount.take(account).catch(() => undefined)
  await deps.failuresPerAddress.take(network).catch(() => undefined)
  return undefined
}
