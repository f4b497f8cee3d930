import { MAX_ADDRESS_BYTES, parseEntryAddress, type EntryAddress } from './entry-address.ts'
import { AppError } from '../../kernel/errors.ts'

/** Maximum number of addresses in a pasted text. A text with more is rejected. */
export const MAX_FOUND = 100
/** Number of UTF-16 units at the start of a pasted text that are searched for addresses. The rest is ignored. */
const MAX_TEXT = 200_000

/** Matches an address in a text, up to white space, an angle bracket or a double quotation mark. */
const WITH_SCHEME = /https?:\/\/[^\s<>"“”«»]+/gi
/** Quotation marks and brackets around an address. */
const QUOTES_AROUND_ADDRESS = `"'“”‘’«»‹›<>()[]`

/**
 * Finds the addresses to save in a text that the user pasted: one or more addresses with or without a scheme, a
 * Markdown link, or prose that contains addresses with a scheme.
 * @returns the addresses in the order of the text, without duplicates; empty if the text contains none
 * @throws AppError `invalid_input` for more than `MAX_FOUND` addresses
 */
export function findAddresses(text: string): EntryAddress[] {
  const whole = text.slice(0, MAX_TEXT).trim()
  const found = /https?:\/\//i.test(whole) ? withScheme(whole) : withoutScheme(whole)
  const parsed = new Map<string, EntryAddress>()
  for (const address of found.flatMap((one) => parseOrSkip(one))) {
    if (!parsed.has(address.url)) parsed.set(address.url, address)
  }
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

/**
 * @returns the words of a text that consists only of addresses. Empty for other texts, because a word such as
 * `notes.txt` in prose is probably not an address.
 */
function withoutScheme(text: string): string[] {
  const words = text.split(/[\s,;]+/).map(withoutQuotes)
  return words.every((word) => word === '' || parseOrSkip(word).length > 0) ? words : []
}

/** @returns the word without quotation marks and brackets around it, and without full stops after it */
function withoutQuotes(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && QUOTES_AROUND_ADDRESS.includes(word[start]!)) start++
  while (end > start && (QUOTES_AROUND_ADDRESS.includes(word[end - 1]!) || word[end - 1] === '.')) end--
  return word.slice(start, end)
}

/** Maps each closing bracket to its opening one. */
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * @returns the address without punctuation at its end, because such punctuation belongs to the surrounding sentence. A
 * closing bracket stays if the address contains the opening one.
 */
function trimmedEnd(address: string): string {
  const counts = new Map<string, number>()
  for (const sign of address) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (".,;:!?'’*_`|".includes(last)) continue
    const opening = OPENING_BRACKETS[last]
    const count = counts.get(last)!
    if (opening === undefined || count <= (counts.get(opening) ?? 0)) break
    counts.set(last, count - 1)
  }
  return address.slice(0, end)
}

function parseOrSkip(text: string): EntryAddress[] {
  if (text === '' || text.length > MAX_ADDRESS_BYTES) return []
  try {
    return [parseEntryAddress(text)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
