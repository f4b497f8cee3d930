import { isAscii, isUtf8 } from 'node:buffer'
import { encodingOf } from './charset-label.ts'
import { parseContentType } from './content-type.ts'
import { declaredCharset, markedCharset } from './declared-charset.ts'
import { detectCharset } from './detected-charset.ts'
import { takeUtf8Census } from './utf8-census.ts'

/** Types whose text cannot declare its own charset; a `<meta>` in them is just text. */
const PLAIN_TYPES = new Set(['text/plain', 'text/markdown', 'text/x-markdown', 'application/json'])

/**
 * Decodes a body into text. Order: byte order mark, header, declaration in the content, detection; a header or
 * declaration that the bytes clearly contradict is ignored.
 * @param body after Content-Encoding
 * @param contentType the header field
 * @returns valid Unicode without NUL, and the name of the encoding by the WHATWG Encoding standard
 */
export function decodeText(
  body: Uint8Array,
  contentType: string | undefined,
): { readonly text: string; readonly charset: string } {
  const charset = charsetOf(body, contentType)
  const text = new TextDecoder(charset).decode(body)
  return { text: text.replaceAll('\0', '').toWellFormed(), charset }
}

function charsetOf(body: Uint8Array, contentType: string | undefined): string {
  const marked = markedCharset(body)
  if (marked !== undefined) return marked
  const { essence, charset } = parseContentType(contentType)
  const inside = PLAIN_TYPES.has(essence ?? '') ? undefined : declaredCharset(body)
  const judge = judgeOf(body)
  const claimed = [encodingOf(charset), inside].find((encoding) => encoding !== undefined && judge(encoding))
  return claimed ?? (isUtf8(body) ? 'utf-8' : detectCharset(body))
}

/** In two-byte encodings a few characters can be valid UTF-8 by chance, so rejecting these needs more evidence. */
const CHANCE_SEQUENCES = 8
const TWO_BYTE = /^(?:gb|big5|euc-|shift_jis)/

/** @returns a test of whether the bytes are plausible in a declared encoding */
function judgeOf(body: Uint8Array): (encoding: string) => boolean {
  const isPlain = isAscii(body)
  const isWhole = isUtf8(body)
  return (encoding) => {
    // UTF-16 text has a NUL beside each ASCII character, line end and tag
    if (encoding.startsWith('utf-16')) return body.includes(0)
    if (isPlain || (isWhole && encoding === 'utf-8')) return true
    const { sequences, strays } = takeUtf8Census(body)
    if (encoding === 'utf-8') return sequences >= strays
    return !isWhole || (TWO_BYTE.test(encoding) && sequences < CHANCE_SEQUENCES)
  }
}
