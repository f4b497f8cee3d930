/** The direction of a touch on a card: `open` is undecided, `across` swipes the card, `along` scrolls the page. */
type SwipeDirection = 'open' | 'across' | 'along'
/** The side to which a card is swiped: towards the start or the end of a line. */
export type SwipeSide = 'start' | 'end'

/** Width in pixels of the strips at the edges of the window. There, browsers use swipes for going back and forward. */
const EDGE = 24
/** Distance in pixels from which a touch is a swipe or a scroll. Smaller movements are part of a tap. */
const SLOP = 10
/** Share of the card's width from which a swipe triggers its action. */
const MIN_SHARE = 1 / 3

/**
 * @param x start of the touch, in pixels from the left
 * @param width of the window in pixels
 * @returns whether the touch started at an edge where the browser handles swipes
 */
export function isAtEdge(x: number, width: number): boolean {
  return x < EDGE || x > width - EDGE
}

/**
 * @param dx horizontal distance from the start of the touch in pixels; positive to the right
 * @param dy vertical distance in pixels; positive downwards
 * @returns the direction; `along` if both distances are equal
 */
export function swipeDirection(dx: number, dy: number): SwipeDirection {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SLOP) return 'open'
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along'
}

/** @returns the side to which the card is swiped */
export function swipeSide(dx: number, isRightToLeft: boolean): SwipeSide {
  return dx < 0 === isRightToLeft ? 'end' : 'start'
}

/** @returns whether the action is triggered if the touch ends here */
export function isFarEnough(dx: number, width: number): boolean {
  return width > 0 && Math.abs(dx) > width * MIN_SHARE
}
