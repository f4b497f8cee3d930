import { readFileSync } from 'node:fs'
import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'
import { canonicalLogin } from '../user.ts'

/** Minimum and maximum length of a password in characters (ASVS 5.0, V6.2.1 and V6.2.9). */
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 1024
/** The 10,000 most common passwords of public leaks (security specification, 3.1), each on a line. */
const COMMON_PASSWORDS_FILE = new URL('common-passwords.txt', import.meta.url)
/** Passwords that attackers try first on a read-later service. */
const SERVICE_PASSWORDS = ['wallabag', 'wallabag1', 'wallabag123', 'dogear', 'dogear123', 'readlater']

/**
 * Validates a new password. It must have 8 to 1024 characters, and must not be the username or one of the 10,000 most
 * common passwords. Any characters are allowed (ASVS 5.0, V6.2.1 to V6.2.12).
 * @throws AppError `invalid_input`
 */
export function parsePassword(password: string, username: string): string {
  const problem = passwordProblem(password, username)
  if (problem) throw new AppError('invalid_input', problem, { details: { field: 'password' } })
  return password
}

function passwordProblem(password: string, username: string): string | undefined {
  if (password.length < MIN_PASSWORD) return `the password needs at least ${MIN_PASSWORD} characters`
  if (password.length > MAX_PASSWORD) return `the password can have at most ${MAX_PASSWORD} characters`
  if (storableText(password) !== password) return 'the password contains invalid characters'
  if (canonicalLogin(password) === canonicalLogin(username)) return 'the password must not be the username'
  if (/^(.)\1*$/su.test(password) || isCommonPassword(password)) {
    return 'that password is too common'
  }
  return undefined
}

let refused: ReadonlySet<string> | undefined

/**
 * @param password a password; letter case is ignored
 * @returns true if it is among the 10,000 most common passwords of public leaks or in `SERVICE_PASSWORDS`
 */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set([...readFileSync(COMMON_PASSWORDS_FILE, 'utf8').trimEnd().split('\n'), ...SERVICE_PASSWORDS])
  return refused.has(password.toLowerCase())
}
