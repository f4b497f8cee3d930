import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { canonicalLogin, parseEmail, parsePassword, parseUsername, type NewUser, type User } from './user.ts'
import { insertUser } from './user.repository.ts'

export interface CreateUserDeps {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
}

/**
 * @param guard runs in the same transaction before the account is made, and may refuse by throwing
 * @throws AppError `invalid_input` for a bad field, `conflict` for a name or e-mail that is taken
 */
export async function createUser(
  { database, hasher, clock }: CreateUserDeps,
  input: NewUser,
  guard?: (tx: Tx) => Promise<void>,
): Promise<User> {
  const username = parseUsername(input.username)
  const email = parseEmail(input.email)
  const passwordHash = await hasher.hash(parsePassword(input.password, username))
  const now = clock.now().toISOString()
  return database
    .transaction(async (tx) => {
      await guard?.(tx)
      await refuseTaken(tx, username, email)
      return insertUser(tx, { username, email, passwordHash, isAdmin: input.isAdmin, now })
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('conflict', 'that username is already used', { details: { field: 'username' }, cause: error })
    })
}

async function refuseTaken(tx: Tx, username: string, email: string): Promise<void> {
  const taken = await tx
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where((where) =>
      where.or([
        where('username_key', '=', canonicalLogin(username)),
        where('email_key', '=', email === '' ? null : canonicalLogin(email)),
      ]),
    )
    .executeTakeFirst()
  if (!taken) return
  const field = taken.username_key === canonicalLogin(username) ? 'username' : 'email'
  throw new AppError('conflict', `that ${field} is already used`, { details: { field } })
}
