/** Counts of valid and invalid UTF-8 in a body. ASCII is not counted. */
interface Utf8Counts {
  /** number of well-formed sequences of two to four bytes */
  readonly sequences: number
  /** number of bytes above 0x7f that are not part of a well-formed sequence */
  readonly strays: number
}

/**
 * @returns the number of continuation bytes after a first byte, and the bounds of the second byte (Unicode standard,
 * table 3-7); all are 0 if no multi-byte sequence starts with this byte
 */
function followers(first: number): readonly [count: number, low: number, high: number] {
  if (first >= 0xc2 && first <= 0xdf) return [1, 0x80, 0xbf]
  if (first === 0xe0) return [2, 0xa0, 0xbf]
  if (first === 0xed) return [2, 0x80, 0x9f]
  if (first >= 0xe1 && first <= 0xef) return [2, 0x80, 0xbf]
  if (first === 0xf0) return [3, 0x90, 0xbf]
  if (first === 0xf4) return [3, 0x80, 0x8f]
  return first >= 0xf1 && first <= 0xf3 ? [3, 0x80, 0xbf] : [0, 0, 0]
}

/** @returns the counts, computed in one pass over the bytes */
export function countUtf8(bytes: Uint8Array): Utf8Counts {
  let sequences = 0
  let strays = 0
  for (let at = 0; at < bytes.length;) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at)
    if (length > 1) sequences += 1
    else if (length === 0) strays += 1
    at += length || 1
  }
  return { sequences, strays }
}

/** @returns the length in bytes of the sequence that starts at `at`; 0 if it is invalid */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const [count, low, high] = followers(bytes[at] ?? 0)
  const second = bytes[at + 1] ?? 0
  if (count === 0 || second < low || second > high) return 0
  for (let i = 2; i <= count; i += 1) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return count + 1
}
