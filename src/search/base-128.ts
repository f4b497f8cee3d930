/** A place in bytes that are read from the beginning on. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** @returns the number at the cursor, as `ByteRoom` puts it, which goes on to what follows; 0 past the end */
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
