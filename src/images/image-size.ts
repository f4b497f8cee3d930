import { avifSize } from './avif-size.ts'
import { jpegSize } from './jpeg-size.ts'
import { webpSize } from './webp-size.ts'
import type { ImageSize } from './pixel-size.ts'

type ReadSize = (view: DataView) => ImageSize | undefined

const READERS: Readonly<Record<string, ReadSize>> = {
  // PNG specification 11.2.1: IHDR is the first chunk.
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  // GIF89a specification, section 18: logical screen descriptor.
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
  // ICONDIRENTRY: the first picture, 0 for 256.
  'image/x-icon': (view) => ({ width: view.getUint8(6) || 256, height: view.getUint8(7) || 256 }),
}

/**
 * Reads the header only; nothing is decoded.
 * @param type as `rasterType` tells it
 * @returns undefined when the file is cut off, broken, or has no extent
 */
export function imageSize(bytes: Uint8Array, type: string): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = READERS[type]?.(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // A view throws RangeError for a place behind its end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
