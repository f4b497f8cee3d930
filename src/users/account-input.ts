import { AppError } from '../kernel/errors.ts'
import { parseEmail, parseUsername } from './user.ts'
import { parsePassword } from './passwords/password-rules.ts'

/** The fields of the form that creates an account. */
export type AccountField = 'username' | 'email' | 'password'
export type AccountInput = Readonly<Record<AccountField, string>>

/**
 * @returns the names of all invalid fields. It does not check whether username and e-mail address are already taken.
 */
export function wrongFields({ username, email, password }: AccountInput): AccountField[] {
  const checks: readonly (readonly [AccountField, () => unknown])[] = [
    ['username', () => parseUsername(username)],
    ['email', () => parseEmail(email)],
    ['password', () => parsePassword(password, username)],
  ]
  return checks.filter(([, check]) => isRefused(check)).map(([field]) => field)
}

/**
 * @param error an error of `createUser`
 * @returns the fields whose values are already taken; undefined if the error has another cause
 */
export function takenFields(error: unknown): AccountField[] | undefined {
  if (!(error instanceof AppError) || error.code !== 'conflict') return undefined
  const { field, fields = [field] } = error.details
  return fields as AccountField[]
}

function isRefused(check: () => unknown): boolean {
  try {
    check()
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return true
    throw error
  }
}
