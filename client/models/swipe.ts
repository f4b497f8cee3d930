/** The direction of a touch on a card: undecided, swiping the card, or scrolling the page. */
export type Way = 'open' | 'across' | 'along'
/** The side of a swipe relative to the text direction: line start or line end. */
export type Side = 'start' | 'end'

/** In pixels from each side of the window: swipes from there are the browser's own, for back and forward. */
const EDGE = 24
/** In pixels: smaller movements are part of a tap. */
const SLOP = 10
/** The share of the card's width that a swipe must exceed to act. */
const ENOUGH = 1 / 3

/** @param x start of the touch, in pixels from the left @param width of the window */
export function isAtEdge(x: number, width: number): boolean {
  return x < EDGE || x > width - EDGE
}

/**
 * @param dx distance from the start of the touch in pixels; positive to the right
 * @param dy positive downwards
 * @returns the direction; scrolling wins if the vertical distance is at least as large
 */
export function wayOf(dx: number, dy: number): Way {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SLOP) return 'open'
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along'
}

/** @returns the side of a swipe */
export function sideOf(dx: number, isRightToLeft: boolean): Side {
  return dx < 0 === isRightToLeft ? 'end' : 'start'
}

/** @returns whether releasing the touch here triggers the action */
export function isFarEnough(dx: number, width: number): boolean {
  return width > 0 && Math.abs(dx) > width * ENOUGH
}
