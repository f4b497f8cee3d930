import type { ImageSize } from './pixel-size.ts'

interface Box {
  readonly type: string
  /** where its content begins and ends */
  readonly start: number
  readonly end: number
}

/** Boxes looked at on one level; real files have about ten. */
const MAX_BOXES = 200

/**
 * ISO/IEC 23008-12, 6.5.3: the sizes of all items stand as `ispe` boxes under meta, iprp, ipco. The largest is that of
 * the picture; others are of tiles and thumbnails.
 * @throws RangeError behind the end of the file
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

/** ISO/IEC 14496-12, 4.2: four bytes of length, four of type. Lengths of eight bytes belong to media data only. */
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
