import { AppError } from '../../kernel/errors.ts'
import type { Entry } from '../entry.ts'
import { unwrapAddress } from './canonical-address.ts'
import { parseEntryAddress } from './entry-address.ts'

/**
 * @returns the address of the page that the user saved, as it was before any redirect: `given_url` with a scheme, and
 *   without the wrapper of a search engine; undefined if it is missing or no web address
 */
export function savedAddress({ givenUrl }: Pick<Entry, 'givenUrl'>): string | undefined {
  if (givenUrl === null) return undefined
  try {
    return unwrapAddress(parseEntryAddress(givenUrl).url)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
