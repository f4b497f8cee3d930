/** The direction of a touch on a card: `open` is undecided, `across` swipes the card, `along` scrolls the page. */
export type Way = 'open' | 'across' | 'along'
/** The side that a card is swiped to, relative to the text direction: the start or the end of a line. */
export type Side = 'start' | 'end'

/** Width in pixels of the edges of the window, where the browser uses swipes for back and forward. */
const EDGE = 24
/** Pixels that a touch must move to count as a swipe or scroll; smaller movements are part of a tap. */
const SLOP = 10
/** Share of the card's width that a swipe must exceed to trigger its action. */
const ENOUGH = 1 / 3

/**
 * @param x start of the touch, in pixels from the left
 * @param width of the window
 * @returns whether the touch started at an edge that the browser uses itself
 */
export function isAtEdge(x: number, width: number): boolean {
  return x < EDGE || x > width - EDGE
}

/**
 * @param dx distance from the start of the touch in pixels; positive to the right
 * @param dy the same, positive downwards
 * @returns the direction; scrolling wins if the vertical distance is at least as large
 */
export function wayOf(dx: number, dy: number): Way {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SLOP) return 'open'
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along'
}

/** @returns the side that the card is swiped to */
export function sideOf(dx: number, isRightToLeft: boolean): Side {
  return dx < 0 === isRightToLeft ? 'end' : 'start'
}

/** @returns whether releasing the touch here triggers the action */
export function isFarEnough(dx: number, width: number): boolean {
  return width > 0 && Math.abs(dx) > width * ENOUGH
}
