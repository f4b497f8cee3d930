import { isAscii, isUtf8 } from 'node:buffer'
import { declaredCharset, markedCharset } from '@dogear/extractor/service'
import { AppError } from '../../kernel/errors.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** Number of bytes at the start of a file in which NULs are counted, to recognise UTF-16 and binary files. */
const HEAD_BYTES = 4096

/**
 * Decodes a file to text, piece by piece. The encoding is chosen by a byte order mark, by the zero bytes that are
 * typical of UTF-16, or by a declaration in HTML. If there are none, the encoding is UTF-8, or Windows-1252 if the
 * first bytes beyond ASCII are not valid UTF-8. NUL characters are removed.
 */
export class ChunkDecoder {
  #decoder: TextDecoder | undefined
  #isFirst = true
  /** bytes at the end of the last piece that may be an incomplete character */
  #rest: Uint8Array = new Uint8Array()

  /** @throws AppError `invalid_input` if the bytes are not text */
  push(bytes: Uint8Array): string {
    if (this.#isFirst) {
      this.#isFirst = false
      const charset = markedCharset(bytes) ?? utf16Charset(bytes) ?? foreignCharset(bytes)
      if (charset !== undefined) this.#decoder = new TextDecoder(charset)
    }
    if (this.#decoder) return textOf(this.#decoder.decode(bytes, { stream: true }))
    return textOf(this.#undecided(Buffer.concat([this.#rest, bytes])))
  }

  end(): string {
    if (this.#decoder) return textOf(this.#decoder.decode())
    return textOf(new TextDecoder(isUtf8(this.#rest) ? 'utf-8' : 'windows-1252').decode(this.#rest))
  }

  /** Decodes bytes while the encoding is unknown. The first complete character beyond ASCII decides it. */
  #undecided(bytes: Buffer): string {
    const end = completeLength(bytes)
    const whole = bytes.subarray(0, end)
    this.#rest = bytes.subarray(end)
    if (isAscii(whole)) return whole.toString('latin1')
    this.#decoder = new TextDecoder(isUtf8(whole) ? 'utf-8' : 'windows-1252')
    const text = this.#decoder.decode(bytes, { stream: true })
    this.#rest = new Uint8Array()
    return text
  }
}

/** @returns the number of bytes, not counting an incomplete UTF-8 character at the end (RFC 3629) */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/**
 * Every format starts with ASCII characters, which contain a zero byte in UTF-16.
 * @returns the variant of UTF-16; undefined for other encodings
 */
function utf16Charset(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!head.includes(0)) return undefined
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] !== 0 && head[2] === 0) return 'utf-16be'
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros > head.length / 20) throw new AppError('invalid_input', reasonText('textInvalid'))
  return undefined
}

/**
 * @returns the encoding that an HTML file declares. A declaration of UTF-8 is ignored, because valid UTF-8 is
 * recognised by its bytes.
 */
function foreignCharset(bytes: Uint8Array): string | undefined {
  const declared = bytes[0] === 0x3c ? declaredCharset(bytes) : undefined
  return declared === 'utf-8' ? undefined : declared
}

function textOf(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
