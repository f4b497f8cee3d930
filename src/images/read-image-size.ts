import { avifSize } from './avif-size.ts'
import { jpegSize } from './jpeg-size.ts'
import { webpSize } from './webp-size.ts'
import type { ImageSize } from './image-size-limit.ts'

type ReadSize = (view: DataView) => ImageSize | undefined

const READERS: Readonly<Record<string, ReadSize>> = {
  // The size is in the first chunk, IHDR (PNG specification, 11.2.1).
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  // The size is in the logical screen descriptor (GIF89a specification, section 18).
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
  // The size of the first picture is in the first ICONDIRENTRY. The value 0 means 256.
  'image/x-icon': (view) => ({ width: view.getUint8(6) || 256, height: view.getUint8(7) || 256 }),
}

/**
 * Reads the size of an image from the header of its file. The image is not decoded.
 * @param type media type that `imageType` has returned
 * @returns undefined if the file is truncated or damaged, or contains no size
 */
export function imageSize(bytes: Uint8Array, type: string): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = READERS[type]?.(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // The functions in `READERS` throw a RangeError if the file is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
