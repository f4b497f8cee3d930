/** A place in bytes that are read from the beginning on. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/**
 * Appends a whole number from 0 up to 2^53 in base 128, the low digits first, 128 added to all digits but the last.
 * @param bytes what it is appended to
 */
export function putNumber(bytes: number[], number: number): void {
  let rest = number
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

/** @returns the number at the cursor, which goes on to what follows; 0 past the end */
export function takeNumber(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at++] ?? 0
  return byte < 128 ? byte : takeLong(cursor, byte - 128)
}

/** No shifts: ids may have more than 32 bits. */
function takeLong(cursor: Cursor, low: number): number {
  let [number, scale] = [low, 128]
  for (;;) {
    const byte = cursor.bytes[cursor.at++] ?? 0
    number += (byte % 128) * scale
    if (byte < 128) return number
    scale *= 128
  }
}
