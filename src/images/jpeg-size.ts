import type { ImageSize } from './image-size-limit.ts'

/**
 * Maximum number of segments that are searched for the frame header. If none of them contains it, the size is unknown.
 * Files of cameras have a few dozen segments.
 */
const MAX_SEGMENTS = 2000

/**
 * Reads the size of a JPEG image from its first frame header (ITU T.81, B.1.1.3 and B.2.2). The segments before it
 * start with a marker and a length of two bytes each. The EXIF orientation is ignored.
 * @returns undefined if there is no frame header
 * @throws RangeError if the file is truncated
 */
export function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** @returns true if a marker starts a frame header. These are C0 to CF, but not DHT (C4), JPG (C8) and DAC (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
