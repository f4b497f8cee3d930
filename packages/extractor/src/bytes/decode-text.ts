import { isAscii, isUtf8 } from 'node:buffer'
import { encodingOf } from './charset-label.ts'
import { removeControlCharacters } from './control-characters.ts'
import { parseContentType } from './content-type.ts'
import { declaredCharset, markedCharset } from './declared-charset.ts'
import { detectCharset } from './detected-charset.ts'
import { countUtf8 } from './utf8-counts.ts'

/** Media types whose content cannot declare an encoding. A `<meta>` in such content is ordinary text. */
const PLAIN_TYPES = new Set(['text/plain', 'text/markdown', 'text/x-markdown', 'application/json'])

/**
 * Decodes a body into text. The encoding is taken from the byte order mark, the header, the declaration in the content,
 * or detection, in this order. A header or declaration that the bytes clearly contradict is ignored.
 * @param body body of the response, with its Content-Encoding decoded
 * @param contentType the Content-Type header
 * @returns valid Unicode without control characters except tabs and line breaks, and the name of the encoding in the
 *   WHATWG Encoding standard
 */
export function decodeText(
  body: Uint8Array,
  contentType: string | undefined,
): { readonly text: string; readonly charset: string } {
  const charset = charsetOf(body, contentType)
  const text = new TextDecoder(charset).decode(body)
  return { text: removeControlCharacters(text).toWellFormed(), charset }
}

function charsetOf(body: Uint8Array, contentType: string | undefined): string {
  const marked = markedCharset(body)
  if (marked !== undefined) return marked
  const { essence, charset } = parseContentType(contentType)
  const inside = PLAIN_TYPES.has(essence ?? '') ? undefined : declaredCharset(body)
  const isPlausible = plausibilityTest(body)
  const claimed = [encodingOf(charset), inside].find((encoding) => encoding !== undefined && isPlausible(encoding))
  return claimed ?? (isUtf8(body) ? 'utf-8' : detectCharset(body))
}

/**
 * A text that is valid UTF-8 with at least this number of multi-byte sequences is decoded as UTF-8, even if a two-byte
 * encoding is declared. In shorter texts, characters of the declared encoding may form valid UTF-8 by chance.
 */
const CHANCE_SEQUENCES = 8
const TWO_BYTE = /^(?:gb|big5|euc-|shift_jis)/

/** @returns a function that tests whether the bytes are plausible in an encoding */
function plausibilityTest(body: Uint8Array): (encoding: string) => boolean {
  const isPlain = isAscii(body)
  const isWhole = isUtf8(body)
  return (encoding) => {
    // In UTF-16, one byte of each ASCII character is NUL. Every page contains such characters, for example in its tags.
    if (encoding.startsWith('utf-16')) return body.includes(0)
    if (isPlain || (isWhole && encoding === 'utf-8')) return true
    const { sequences, strays } = countUtf8(body)
    if (encoding === 'utf-8') return sequences >= strays
    return !isWhole || (TWO_BYTE.test(encoding) && sequences < CHANCE_SEQUENCES)
  }
}
