import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'

export interface User {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly isAdmin: boolean
  readonly isEnabled: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** Input for a new account, before validation. */
export interface NewUser {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly isAdmin: boolean
}

/**
 * @returns the form in which usernames and e-mail addresses are compared: NFKC in lower case. Letter case and the width
 *   of characters thus make no difference.
 */
export function canonicalLogin(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

/**
 * @returns the username as it is displayed
 * @throws AppError `invalid_input` if it is empty, longer than 180 characters, or contains control characters or `@`,
 *   which would make it look like an e-mail address
 */
export function parseUsername(input: string): string {
  const username = storableText(input).normalize('NFKC').trim()
  if (username === '')
    throw new AppError('invalid_input', 'the username is missing', { details: { field: 'username' } })
  if (username.length > MAX_NAME || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}@]/u.test(username)) {
    throw new AppError(
      'invalid_input',
      `the username can have at most ${MAX_NAME} characters, without @ or control characters`,
      {
        details: { field: 'username' },
      },
    )
  }
  return username
}

/**
 * @returns the trimmed e-mail address, which may be empty. It only needs text on both sides of one `@` (wallabag
 *   contract 2.9).
 * @throws AppError `invalid_input` for an invalid address
 */
export function parseEmail(input: string): string {
  const email = storableText(input).trim()
  if (email !== '' && (email.length > MAX_NAME || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email))) {
    throw new AppError('invalid_input', 'the email address isn’t valid', { details: { field: 'email' } })
  }
  return email
}

/**
 * Maximum length of usernames and e-mail addresses in characters, as in wallabag's database. Longer ones are refused.
 */
export const MAX_NAME = 180
