import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'
import { queryText, type Query } from '../wire/query-values.ts'

/**
 * Maximum number of items in one batch request (security specification, section 5). Requests with more are rejected.
 */
export const MAX_ITEMS = 500

/**
 * Parses the list of a batch call. The list is JSON in the query, for every method (wallabag contract section 6).
 * @param onBroken `empty` treats malformed JSON as an empty list, `fault` throws an error
 * @returns the members of the list; empty if the parameter is missing
 * @throws AppError `invalid_input` if the JSON is not a list or has too many members
 */
export function parseBatchList(query: Query, name: string, onBroken: 'empty' | 'fault'): unknown[] {
  const text = queryText(query, name)
  if (text === undefined || text.trim() === '') return []
  const value = parsed(text)
  if (value === undefined && onBroken === 'empty') return []
  if (value === null) return []
  if (!Array.isArray(value)) throw new AppError('invalid_input', `"${name}" must be a JSON list`)
  if (value.length > MAX_ITEMS) throw new AppError('invalid_input', 'API limit reached')
  return value as unknown[]
}

/**
 * @param list addresses, each as text or as an object `{"url":…}`. Some clients send objects, because wallabag's API
 *   reference shows them.
 * @returns the addresses as text
 * @throws AppError `invalid_input` if a member has neither form
 */
export function addressesIn(list: readonly unknown[]): string[] {
  return list.map((member) => {
    const address: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, 'url') : member
    if (typeof address === 'string') return storableText(address)
    throw new AppError('invalid_input', '"urls" must be a JSON list of addresses')
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
