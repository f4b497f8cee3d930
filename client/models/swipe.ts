/** What a finger that was put down on a card is doing: too early to say, swiping the card, or scrolling the page. */
export type Way = 'open' | 'across' | 'along'
/** Where a card is swiped to, in the direction of the page: where lines begin, or where they end. */
export type Side = 'start' | 'end'

/** In pixels from each side of the window: these swipes are the browser's own, which lead back and forth. */
const EDGE = 24
/** In pixels: less is the trembling of a finger that taps. */
const SLOP = 10
/** The share of the card's width behind which letting go does something. */
const ENOUGH = 1 / 3

/** @param x where the finger was put down, in pixels from the left @param width of the window */
export function isAtEdge(x: number, width: number): boolean {
  return x < EDGE || x > width - EDGE
}

/**
 * @param dx how far the finger is from where it was put down, in pixels; positive to the right
 * @param dy positive downwards
 * @returns what it is doing. Scrolling wins where it went as far up or down as sideways.
 */
export function wayOf(dx: number, dy: number): Way {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SLOP) return 'open'
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along'
}

/** @returns the side that a card is swiped to */
export function sideOf(dx: number, isRightToLeft: boolean): Side {
  return dx < 0 === isRightToLeft ? 'end' : 'start'
}

/** @returns whether letting go here does what the swipe is for */
export function isFarEnough(dx: number, width: number): boolean {
  return width > 0 && Math.abs(dx) > width * ENOUGH
}
