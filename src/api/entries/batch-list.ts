import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/plain-text.ts'
import { queryText, type Query } from '../wire/query-values.ts'

/** Addresses of one call; a line of a request cannot hold many more (security specification, section 5). */
const MAX_ITEMS = 500

/**
 * Reads the list of a batch call, which stands in the query as JSON text, whatever the method (contract section 6).
 * @param onBroken what malformed JSON is: no list, or a fault
 * @returns its members; none for a list that is empty or missing
 * @throws AppError `invalid_input` for JSON that is no list, or for too many members
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
 * @param list addresses, each as text or, as wallabag's reference shows them and some clients send them, as `{"url":…}`
 * @throws AppError `invalid_input` for members that are neither
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
