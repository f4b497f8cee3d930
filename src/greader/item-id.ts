import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'

const PREFIX = 'tag:google.com,2005:reader/item/'
/** Maximum number of items in one request. */
const MAX_ITEMS = 10_000

/** @returns the long form of the id of an item */
export function longItemId(id: EntryId): string {
  return PREFIX + id.toString(16).padStart(16, '0')
}

/**
 * Reads the ids of items in the three forms that apps send: the long form, whose number is hexadecimal, 16 hexadecimal
 * digits, or a decimal number.
 * @throws AppError `invalid_input` for another form, for no ids, or for more than 10,000
 */
export function parseItemIds(texts: readonly string[]): EntryId[] {
  if (texts.length === 0) throw new AppError('invalid_input', 'the parameter "i" with the id of an item is missing')
  if (texts.length > MAX_ITEMS) throw new AppError('invalid_input', `a request has at most ${MAX_ITEMS} items`)
  return texts.map(parseItemId)
}

function parseItemId(text: string): EntryId {
  const short = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text
  const isHex = short !== text || text.length === 16
  const id = (isHex ? /^[\da-f]{1,16}$/i : /^\d{1,15}$/).test(short) ? Number.parseInt(short, isHex ? 16 : 10) : 0
  if (id >= 1 && Number.isSafeInteger(id)) return id as EntryId
  throw new AppError('invalid_input', `"${text.slice(0, 100)}" is not the id of an item`)
}
