/** A reading position. */
interface ReadingPosition {
  /** index of the block at the top of the window */
  readonly block: number
  /** share of the text that was read, from 0 to 1 */
  readonly share: number
}

/** The edges of an element, as distances in pixels from the top of the window. */
interface Extent {
  readonly top: number
  readonly bottom: number
}

/** If at least this share of a text was read, it counts as read to the end. It then opens at its start next time. */
const READ = 0.98

/**
 * @param text extent of the whole text
 * @param height of the window in pixels
 * @returns the share that was read: 0 while the start of the text is at the top of the window or below, 1 as soon as
 * the end is visible
 */
export function fractionRead(text: Extent, height: number): number {
  const beyond = text.bottom - text.top - height
  if (beyond <= 0) return text.bottom <= height ? 1 : 0
  return Math.max(0, Math.min(1, -text.top / beyond))
}

/**
 * @param count number of blocks
 * @param bottomOf returns the distance of a block's lower edge from the top of the window. It must increase with the
 * index
 * @param line distance from the top of the window at which the visible text starts
 * @returns the index of the first block that ends below the line, found by binary search
 */
export function topBlock(count: number, bottomOf: (index: number) => number, line: number): number {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bottomOf(middle) > line) high = middle
    else low = middle + 1
  }
  return low
}

/** @returns whether to restore this position when the text is opened again */
export function isWorthRestoring({ block, share }: ReadingPosition): boolean {
  return block > 0 && share < READ
}
