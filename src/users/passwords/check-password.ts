import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { networkOf } from '../../throttling/network.ts'
import type { Guesses } from '../../throttling/guesses.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { canonicalLogin, MAX_PASSWORD, type User } from '../user.ts'
import { hasSecondFactor } from '../second-factor/second-factor.repository.ts'
import { findUserByLogin } from '../user.repository.ts'

export interface CheckPasswordDeps extends SecurityEventsUser {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly failuresPerAccount: Guesses
  readonly failuresPerAddress: Throttle
}

/** What somebody says of themselves; the address they come from counts for the budget of failures. */
export interface Credentials extends Caller {
  /** username or e-mail */
  readonly login: string
  readonly password: string
}

export interface CheckedUser extends User {
  /** whether the password is not enough to sign in */
  readonly hasSecondFactor: boolean
}

/** @returns under which name failures of an account are counted, whatever they were about */
export function accountKey(username: string): string {
  return canonicalLogin(username).slice(0, 180)
}

/**
 * The one check behind the token endpoint and the sign-in page, with one budget of failures for both. Where there is a
 * second factor, the right password forgets none of the failures: codes could be guessed for ever.
 * @returns the user, or undefined when name or password are wrong; both take the same time
 * @throws AppError `too_many_requests` after too many failures, before the password is looked at
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  credentials: Credentials,
): Promise<CheckedUser | undefined> {
  const { login, password } = credentials
  const found = await findAccount(deps, login)
  // Name and e-mail are one account, and so have one budget.
  const account = accountKey(found?.user.username ?? login)
  const network = networkOf(credentials.address)
  const note = (kind: EventKind) => deps.securityEvents.record(credentials, { kind, userId: found?.user.id })
  const guess = await notingThrottled(async () => {
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
  return password.length <= MAX_PASSWORD && hasher.verify(hash, password)
}

/**
 * @param check what refuses after too many failures
 * @returns what it returns
 * @throws AppError `too_many_requests`, once it is noted
 */
export async function notingThrottled<T>(
  check: () => Promise<T>,
  note: (kind: 'sign-in-throttled') => Promise<void>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') await note('sign-in-throttled')
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
