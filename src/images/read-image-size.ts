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

interface Box {
  readonly type: string
  /** start and end of the box's content, as positions in the file */
  readonly start: number
  readonly end: number
}

/**
 * Maximum number of boxes that are read on one level of the file. Further ones are ignored. Normal files have about
 * ten.
 */
const MAX_BOXES = 200

/**
 * Reads the size of an AVIF image (ISO/IEC 23008-12, 6.5.3). The file consists of nested boxes. Within meta, iprp and
 * ipco, an `ispe` box contains the size of each item. The largest item is the image, and the others are tiles and
 * thumbnails.
 * @returns undefined if there is no such box
 * @throws RangeError if the file is truncated
 */
function avifSize(view: DataView): ImageSize | undefined {
  const meta = find(view, { type: '', start: 0, end: view.byteLength }, 'meta')
  // The content of the meta box starts after four bytes with its version and flags.
  const iprp = meta && find(view, { ...meta, start: meta.start + 4 }, 'iprp')
  const ipco = iprp && find(view, iprp, 'ipco')
  if (!ipco) return undefined
  const sizes = boxes(view, ipco)
    .filter(({ type }) => type === 'ispe')
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

function find(view: DataView, parent: Box, type: string): Box | undefined {
  return boxes(view, parent).find((box) => box.type === type)
}

/**
 * @returns the boxes inside a box (ISO/IEC 14496-12, 4.2). Each box starts with its length and its type, four bytes
 *   each. Lengths of eight bytes are not supported, because only boxes of media data have them.
 */
function boxes(view: DataView, { start, end }: Box): Box[] {
  const found: Box[] = []
  for (let at = start; at + 8 <= end && found.length < MAX_BOXES;) {
    const length = view.getUint32(at)
    if (length < 8) break
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)))
    found.push({ type, start: at + 8, end: Math.min(at + length, end) })
    at += length
  }
  return found
}

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
function jpegSize(view: DataView): ImageSize | undefined {
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

/**
 * Reads the size of a WebP image (RFC 9649). The name of the first chunk identifies one of three formats.
 * @returns undefined for an unknown format
 * @throws RangeError if the file is truncated
 */
function webpSize(view: DataView): ImageSize | undefined {
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
