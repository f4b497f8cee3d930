import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Guesses } from '../../throttling/guess-throttle.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { canonicalLogin, type User } from '../user.ts'
import { MAX_PASSWORD } from './password-rules.ts'
import { hasSecondFactor } from '../second-factor/second-factor.repository.ts'
import { findUserByLogin } from '../user.repository.ts'

export interface CheckPasswordDeps extends SecurityEventsUser {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly failuresPerAccount: Guesses
  readonly failuresPerAddress: Throttle
}

/**
 * Username and password from a request. The address of its sender is included, because failures are also counted per
 * address.
 */
export interface Credentials extends Caller {
  /** username or e-mail address */
  readonly login: string
  readonly password: string
}

interface CheckedUser extends User {
  /** true if sign-in also requires a second factor */
  readonly hasSecondFactor: boolean
}

/**
 * @returns the key under which the failed sign-ins of an account are counted. Its length and characters are limited, so
 *   that both databases can store it.
 */
export function accountKey(username: string): string {
  return cutText(storableText(canonicalLogin(username)), 180)
}

/**
 * Checks a password for the token endpoint and the sign-in page. Both share one count of failures. If the account has a
 * second factor, the right password does not reset the count. Otherwise an attacker with the password could guess codes
 * without a limit.
 * @returns the user; undefined if the username or the password is wrong. Both cases take the same time.
 * @throws AppError `too_many_requests` after too many failures, before the password is checked
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  credentials: Credentials,
): Promise<CheckedUser | undefined> {
  const { login, password } = credentials
  const found = await findAccount(deps, login)
  // Failures with the username and with the e-mail address count for the same account.
  const account = accountKey(found?.user.username ?? login)
  const network = networkOf(credentials.address)
  const note = (kind: EventKind) => deps.securityEvents.record(credentials, { kind, userId: found?.user.id })
  const guess = await recordThrottling(async () => {
    await deps.failuresPerAddress.check(network)
    return deps.failuresPerAccount.admit(account)
  }, note)
  const isRight = await verify(deps, found?.passwordHash, password).catch(async (error: unknown) => {
    await guess.withdraw()
    throw error
  })
  if (isRight && found?.user.isEnabled) {
    await (found.hasSecondFactor ? guess.withdraw() : guess.right())
    return { ...found.user, hasSecondFactor: found.hasSecondFactor }
  }
  await guess.wrong()
  await deps.failuresPerAddress.take(network).catch(() => undefined)
  await note('sign-in-failed')
  return undefined
}

async function verify({ hasher }: CheckPasswordDeps, hash: string | undefined, password: string): Promise<boolean> {
  // An account without a password has an empty hash.
  return password.length <= MAX_PASSWORD && hasher.verify(hash === '' ? undefined : hash, password)
}

/**
 * Runs a check of the limits on failed sign-ins, and records a security event if a limit is exceeded.
 * @param check throws AppError `too_many_requests` after too many failures
 * @returns the result of `check`
 * @throws any error of `check`
 */
export async function recordThrottling<T>(
  check: () => Promise<T>,
  record: (kind: 'sign-in-throttled') => Promise<void>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') await record('sign-in-throttled')
    throw error
  }
}

async function findAccount({ database }: CheckPasswordDeps, login: string) {
  if (login.includes('\0')) return undefined
  return database.read(async (db) => {
    const found = await findUserByLogin(db, login)
    return found && { ...found, hasSecondFactor: await hasSecondFactor(db, found.user.id) }
  })
}
