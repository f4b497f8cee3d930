import type { Tx } from '../../db/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { randomBase36 } from '../../kernel/random-token.ts'
import { findTaken } from '../create-user.ts'
import { parseEmail, parseUsername } from '../user.ts'
import type { ProviderClaims } from './read-claims.ts'

/** Number of usernames with a number at the end that are tried before random letters. */
const MAX_TRIES = 20
const MAX_LENGTH = 100

/**
 * @returns a free username, as close as possible to the name at the provider. A taken one never leads to the account that
 *   has it.
 */
export async function chooseUsername(tx: Tx, { username, email, name }: ProviderClaims): Promise<string> {
  const wanted = [username, email.split('@')[0]!, name].map(usable).find((text) => text !== '') ?? 'reader'
  for (let number = 1; number <= MAX_TRIES; number++) {
    const candidate = number === 1 ? wanted : `${wanted}${number}`
    if ((await findTaken(tx, candidate, '')).length === 0) return candidate
  }
  return `${wanted}-${randomBase36(8)}`
}

/** @returns the part of a name that is a valid username; empty if there is none */
function usable(text: string): string {
  try {
    return parseUsername(text.split('@')[0]!.slice(0, MAX_LENGTH).toWellFormed())
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}

/** @returns the e-mail address, if the provider has verified it and no account has it; otherwise an empty text */
export async function chooseEmail(tx: Tx, { email, isEmailVerified }: ProviderClaims): Promise<string> {
  if (!isEmailVerified || email === '') return ''
  try {
    const address = parseEmail(email)
    return (await findTaken(tx, '', address)).includes('email') ? '' : address
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
