import { AppError } from '../kernel/errors.ts'
import { parseEmail, parsePassword, parseUsername } from './user.ts'

/** The fields of the form for a new account. */
export type AccountField = 'username' | 'email' | 'password'
export type AccountInput = Readonly<Record<AccountField, string>>

/** @returns every invalid field, without a check whether names are taken */
export function wrongFields({ username, email, password }: AccountInput): AccountField[] {
  const checks: readonly (readonly [AccountField, () => unknown])[] = [
    ['username', () => parseUsername(username)],
    ['email', () => parseEmail(email)],
    ['password', () => parsePassword(password, username)],
  ]
  return checks.filter(([, check]) => isRefused(check)).map(([field]) => field)
}

/** @param error thrown by `createUser` @returns the fields whose values are taken, or undefined for another error */
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
