import type { ImageSize } from './image-size-limit.ts'

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
export function avifSize(view: DataView): ImageSize | undefined {
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
