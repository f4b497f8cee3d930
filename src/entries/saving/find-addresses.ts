import { MAX_ADDRESS_BYTES, parseEntryAddress, type EntryAddress } from './entry-address.ts'
import { AppError } from '../../kernel/errors.ts'

/** Maximum number of addresses in one text. */
export const MAX_FOUND = 100
/** In UTF-16 units: the part of a text that is read. */
const MAX_TEXT = 200_000

/** An address in a text, up to white space and characters that mark its end in prose. */
const WITH_SCHEME = /https?:\/\/[^\s<>"“”«»]+/gi
/** Quotation marks and brackets around a whole text. */
const QUOTES = /^[\s"'“”‘’«»‹›<>()[\]]+|[\s"'“”‘’«»‹›<>()[\].,;]+$/g

/**
 * Finds what a user means to save in a pasted text: an address, with or without a scheme, several of them, a Markdown
 * link, or prose that contains addresses with a scheme.
 * @returns the addresses in their order, each once; none for a text without any
 * @throws AppError `invalid_input` for more than 100 addresses
 */
export function findAddresses(text: string): EntryAddress[] {
  const whole = text.slice(0, MAX_TEXT).trim()
  const found = /https?:\/\//i.test(whole) ? withScheme(whole) : withoutScheme(whole)
  const parsed = new Map(found.flatMap((one) => parsedOrNothing(one)).map((address) => [address.given, address]))
  if (parsed.size > MAX_FOUND) {
    throw new AppError('invalid_input', `at most ${MAX_FOUND} addresses at once`, {
      details: { message: 'list.tooMany' },
    })
  }
  return [...parsed.values()]
}

function withScheme(text: string): string[] {
  if (!/\s/.test(text) && /^https?:/i.test(text)) return [trimmedEnd(text)]
  return Array.from(text.matchAll(WITH_SCHEME), ([address]) => trimmedEnd(address))
}

/** Only if every word is an address: in prose, a name such as `notes.txt` is none. */
function withoutScheme(text: string): string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replaceAll(QUOTES, ''))
  return words.every((word) => word === '' || parsedOrNothing(word).length > 0) ? words : []
}

/** Punctuation behind an address belongs to the sentence; a closing bracket does unless it was opened inside. */
function trimmedEnd(address: string): string {
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (".,;:!?'’*_`|".includes(last)) continue
    const opening = { ')': '(', ']': '[', '}': '{' }[last]
    if (opening === undefined || isBalanced(address.slice(0, end), opening, last)) break
  }
  return address.slice(0, end)
}

const isBalanced = (text: string, opening: string, closing: string): boolean =>
  text.split(opening).length >= text.split(closing).length

function parsedOrNothing(text: string): EntryAddress[] {
  if (text === '' || text.length > MAX_ADDRESS_BYTES) return []
  try {
    return [parseEntryAddress(text)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
