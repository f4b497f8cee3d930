import { rangeOf, type TextSpan } from './models/text-offsets.ts'
import type { Side } from './models/word-edges.ts'

/**
 * Position of the start or the end of a passage in the window, and the height of its line. All values are in pixels.
 */
export interface EdgeBox {
  readonly x: number
  readonly top: number
  readonly middle: number
  readonly height: number
}

export function edgeBox(text: Element, { start, end }: TextSpan, side: Side): EdgeBox | undefined {
  const range = rangeOf(text, side === 'start' ? { start, end: start + 1 } : { start: end - 1, end })
  const box = range && [...range.getClientRects()].at(side === 'start' ? 0 : -1)
  if (!box) return undefined
  const isLeft = (side === 'start') === isLeftToRight(range.startContainer.parentElement)
  const { top, height } = box
  return { x: isLeft ? box.left : box.right, top, middle: top + height / 2, height }
}

export function isLeftToRight(element: Element | null): boolean {
  return element === null || getComputedStyle(element).direction === 'ltr'
}
