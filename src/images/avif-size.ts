import type { ImageSize } from './pixel-size.ts'

interface Box {
  readonly type: string
  /** positions of the start and the end of the content */
  readonly start: number
  readonly end: number
}

/** Maximum number of boxes that are read on one level. Normal files have about ten. */
const MAX_BOXES = 200

/**
 * Reads the size of an AVIF image (ISO/IEC 23008-12, 6.5.3). The boxes meta, iprp, ipco contain an `ispe` box with the
 * size of each item. The largest is the size of the image; the others belong to tiles and thumbnails.
 * @returns undefined if there is no such box
 * @throws RangeError if the file is truncated
 */
export function avifSize(view: DataView): ImageSize | undefined {
  const meta = find(view, { type: '', start: 0, end: view.byteLength }, 'meta')
  // The meta box has four bytes of version and flags before its content.
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
 * @returns the boxes in the content of a box (ISO/IEC 14496-12, 4.2). Each starts with a length and a type of four
 *   bytes each. Lengths of eight bytes are not supported, because only media data have them.
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
