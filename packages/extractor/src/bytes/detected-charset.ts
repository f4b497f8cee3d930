import { analyse } from 'chardet'
import { encodingOf } from './charset-label.ts'

/** Maximum number of bytes from which the encoding is detected. */
const SAMPLE_BYTES = 32 * 1024
/** Minimum confidence of chardet, from 0 to 100. Guesses below it were no better than the default encoding. */
const MIN_CONFIDENCE = 10
/** The default for most locales (HTML standard, "determining the character encoding", last step). */
const DEFAULT_ENCODING = 'windows-1252'

/**
 * Matches encodings that detection never returns. Escape sequences (ISO-2022) can hide ASCII markup from a filter, and
 * UTF-16 without a byte order mark looks like binary data.
 */
const NEVER_GUESSED = /^(?:iso-2022-|utf-|ascii$)/i

/** @returns the most probable encoding of bytes that are not UTF-8, with its name in the Encoding standard */
export function detectCharset(body: Uint8Array): string {
  const guesses = analyse(sample(body)).filter(({ name }) => !NEVER_GUESSED.test(name))
  const best = guesses.find(({ confidence, name }) => confidence >= MIN_CONFIDENCE && encodingOf(name) !== undefined)
  return encodingOf(best?.name) ?? DEFAULT_ENCODING
}

/**
 * @returns a sample that starts shortly before the first non-ASCII byte. ASCII bytes in tags are left out, because they
 * are the same in all encodings.
 */
function sample(body: Uint8Array): Uint8Array {
  const taken = new Uint8Array(SAMPLE_BYTES)
  const first = body.findIndex((byte) => byte >= 0x80)
  let length = 0
  let inTag = false
  for (let at = Math.max(0, first - 256); at < body.length && length < SAMPLE_BYTES; at += 1) {
    const byte = body[at] ?? 0
    if (byte === 0x3c) inTag = true
    if (!inTag || byte >= 0x80) taken[length++] = byte
    if (byte === 0x3e) inTag = false
  }
  return taken.subarray(0, length)
}
