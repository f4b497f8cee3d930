import { isAscii, isUtf8 } from 'node:buffer'
import { declaredCharset, markedCharset } from '../../fetching/declared-charset.ts'
import { AppError } from '../../kernel/errors.ts'

/** How much of a file is looked at for NULs, in bytes. */
const HEAD = 4096

/**
 * Turns the bytes of a file into text piece by piece. A byte order mark decides, then zeros in the place where UTF-16
 * has them, then what a page declares; otherwise it is UTF-8 unless the first bytes beyond ASCII are none, which makes
 * it Windows-1252. NULs are dropped.
 */
export class ChunkDecoder {
  #decoder: TextDecoder | undefined
  #isFirst = true
  /** bytes that may be the beginning of a character */
  #rest: Uint8Array = new Uint8Array()

  /** @throws AppError `invalid_input` for bytes that are no text */
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

  /** As long as it is plain ASCII, or the character at the end is not whole, nothing is decided. */
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

/** @returns how many of the bytes are there without a character of UTF-8 at the end that is not whole (RFC 3629) */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** @returns the kind of UTF-16 whose zeros stand beside the ASCII characters that every format begins with */
function wideCharset(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD)
  if (!head.includes(0)) return undefined
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] !== 0 && head[2] === 0) return 'utf-16be'
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros > head.length / 20) throw new AppError('invalid_input', 'The file isn’t a text file.')
  return undefined
}

/** A page that says it is in UTF-8 is looked at all the same. */
function foreignCharset(bytes: Uint8Array): string | undefined {
  const declared = bytes[0] === 0x3c ? declaredCharset(bytes) : undefined
  return declared === 'utf-8' ? undefined : declared
}

function textOf(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
