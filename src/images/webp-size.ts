import type { ImageSize } from './image-size-limit.ts'

/**
 * Reads the size of a WebP image (RFC 9649). The name of the first chunk identifies one of three formats.
 * @returns undefined for an unknown format
 * @throws RangeError if the file is truncated
 */
export function webpSize(view: DataView): ImageSize | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  if (form === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  // RFC 6386, 9.1: the width and the height have 14 bits each, and follow the start code.
  if (form === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
