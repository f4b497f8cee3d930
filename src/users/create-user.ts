import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import { canonicalLogin, parseEmail, parseUsername, type NewUser, type User } from './user.ts'
import { parsePassword } from './passwords/password-rules.ts'
import { insertUser } from './user.repository.ts'

export interface CreateUserDeps {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
}

interface CreateUserSteps {
  readonly before?: (tx: Tx) => Promise<void>
  readonly after?: (tx: Tx, user: User) => Promise<void>
}

/**
 * Creates an account in one transaction.
 * @param steps functions that run in the same transaction: `before` may throw to refuse the account, `after` may add
 *   data to it
 * @throws AppError `invalid_input` for an invalid field, `conflict` for a username or e-mail address that is taken
 */
export async function createUser(
  { database, hasher, clock }: CreateUserDeps,
  input: NewUser,
  steps: CreateUserSteps = {},
): Promise<User> {
  const username = parseUsername(input.username)
  const email = parseEmail(input.email)
  const passwordHash = await hasher.hash(parsePassword(input.password, username))
  const now = clock.now().toISOString()
  return database
    .transaction(async (tx) => {
      await steps.before?.(tx)
      await refuseTaken(tx, username, email)
      const user = await insertUser(tx, { username, email, passwordHash, isAdmin: input.isAdmin, now })
      await steps.after?.(tx, user)
      return user
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('conflict', 'that username is already used', { details: { field: 'username' }, cause: error })
    })
}

/** Inserts an account that is signed in to without a password. The caller has checked the username and the address. */
export async function createUserWithoutPassword(
  tx: Tx,
  { username, email, now }: { readonly username: string; readonly email: string; readonly now: string },
): Promise<User> {
  return insertUser(tx, { username, email, passwordHash: '', isAdmin: false, now })
}

/**
 * @throws AppError `conflict` if an account has the username or e-mail address; `details.fields` contains the names of
 *   these fields
 */
async function refuseTaken(tx: Tx, username: string, email: string): Promise<void> {
  const fields = await findTaken(tx, username, email)
  const [field] = fields
  if (field !== undefined)
    throw new AppError('conflict', `that ${field} is already used`, { details: { field, fields } })
}

/** @returns the fields whose value another account has. Empty values never count as taken. */
export async function findTaken(
  db: Pick<Tx, 'selectFrom'>,
  username: string,
  email: string,
): Promise<readonly ('username' | 'email')[]> {
  const usernameKey = canonicalLogin(username)
  const emailKey = email === '' ? null : canonicalLogin(email)
  const taken = await db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where((where) => where.or([where('username_key', '=', usernameKey), where('email_key', '=', emailKey)]))
    .execute()
  const isNameTaken = taken.some((row) => row.username_key === usernameKey)
  const isEmailTaken = emailKey !== null && taken.some((row) => row.email_key === emailKey)
  return [...(isNameTaken ? (['username'] as const) : []), ...(isEmailTaken ? (['email'] as const) : [])]
}
