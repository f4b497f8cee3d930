import type { ImageSize } from './pixel-size.ts'

/** Segments looked at before the frame; files of cameras have a few dozen. */
const MAX_SEGMENTS = 2000

/**
 * ITU T.81, B.1.1.3 and B.2.2: segments of two bytes of marker and two of length, up to the first frame header. The
 * orientation that EXIF tells is left to the browser.
 * @throws RangeError behind the end of the file
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

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
