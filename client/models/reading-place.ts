/** A place in a text: the block on top of the window, and how much of the whole was read. */
export interface ReadingPlace {
  readonly block: number
  /** 0 to 1 */
  readonly share: number
}

/** Distances in pixels of the window. */
export interface Extent {
  readonly top: number
  readonly bottom: number
}

/** From this share on a text is read to its end, and opened from its beginning again. */
const READ = 0.98

/**
 * @param text extent of the whole text
 * @param height of the window
 * @returns how much of the text was read: 0 with its beginning on top of the window, 1 with its end at the bottom
 */
export function shareRead(text: Extent, height: number): number {
  const beyond = text.bottom - text.top - height
  if (beyond <= 0) return text.bottom <= height ? 1 : 0
  return Math.max(0, Math.min(1, -text.top / beyond))
}

/**
 * @param count of the blocks
 * @param bottomOf distance of the end of a block from the top of the window; it grows with the number
 * @param line distance from the top of the window that counts as its edge
 * @returns the first block that is not gone over the edge, found without looking at all of them
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

/** @returns whether there is a place to go back to when the text is opened again */
export function isWorthRestoring({ block, share }: ReadingPlace): boolean {
  return block > 0 && share < READ
}
