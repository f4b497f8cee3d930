import { isAscii, isUtf8 } from 'node:buffer'
import { declaredCharset, markedCharset } from '@dogear/extractor/service'
import { AppError } from '../../kernel/errors.ts'

/** Number of bytes that are checked for NULs. */
const HEAD = 4096

/**
 * Decodes the bytes of a file into text piece by piece. The encoding is chosen by a byte order mark, then by zeros in
 * the positions typical for UTF-16, then by the declaration in a page; otherwise it is UTF-8, or Windows-1252 if the
 * first bytes beyond ASCII are not valid UTF-8. NULs are dropped.
 */
export class ChunkDecoder {
  #decoder: TextDecoder | undefined
  #isFirst = true
  /** bytes that may be the start of a character */
  #rest: Uint8Array = new Uint8Array()

  /** @throws AppError `invalid_input` for bytes that are not text */
  push(bytes: Uint8Array): string {
    if (this.#isFirst) {
      this.#isFirst = false
      const charset = markedCharset(bytes) ?? wideCharset(bytes) ?? foreignCharset(bytes)
      if (charset !== undefined) this.#decoder = new TextDecoder(charset)
    }
    if (this.#decoder) return textOf(this.#decoder.decode(bytes, { stream: true }))
    return textOf(this.#undecided(Buffer.concat([this.#rest, bytes])))
  }

  end(): string {
    if (this.#decoder) return textOf(this.#decoder.decode())
    return textOf(new TextDecoder(isUtf8(this.#rest) ? 'utf-8' : 'windows-1252').decode(this.#rest))
  }

  /** While the input is plain ASCII, or ends inside a character, no encoding is chosen. */
  #undecided(bytes: Buffer): string {
    const end = wholeLength(bytes)
    const whole = bytes.subarray(0, end)
    this.#rest = bytes.subarray(end)
    if (isAscii(whole)) return whole.toString('latin1')
    this.#decoder = new TextDecoder(isUtf8(whole) ? 'utf-8' : 'windows-1252')
    const text = this.#decoder.decode(bytes, { stream: true })
    this.#rest = new Uint8Array()
    return text
  }
}

/** @returns the length of the bytes without an incomplete UTF-8 character at the end (RFC 3629) */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** @returns the variant of UTF-16 indicated by the zeros beside the ASCII characters that start every format */
function wideCharset(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD)
  if (!head.includes(0)) return undefined
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] !== 0 && head[2] === 0) return 'utf-16be'
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros > head.length / 20) throw new AppError('invalid_input', 'The file isn’t a text file.')
  return undefined
}

/** A declaration of UTF-8 in a page is not trusted. */
function foreignCharset(bytes: Uint8Array): string | undefined {
  const declared = bytes[0] === 0x3c ? declaredCharset(bytes) : undefined
  return declared === 'utf-8' ? undefined : declared
}

function textOf(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
