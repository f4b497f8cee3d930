import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'
import { queryText, type Query } from '../wire/query-values.ts'

/**
 * Maximum number of addresses in one call; a request line cannot hold many more (security specification, section 5).
 */
export const MAX_ITEMS = 500

/**
 * Reads the list of a batch call: JSON text in the query, whatever the method (contract section 6).
 * @param onBroken whether malformed JSON counts as an empty list or as a fault
 * @returns its members; none for a list that is empty or missing
 * @throws AppError `invalid_input` for JSON other than a list, or for too many members
 */
export function batchList(query: Query, name: string, onBroken: 'empty' | 'fault'): unknown[] {
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
 * @param list addresses, each as text or as `{"url":…}`, the form in wallabag's reference that some clients send
 * @throws AppError `invalid_input` for members of any other form
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
