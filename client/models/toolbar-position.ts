/** A rectangle, as distances in pixels from the edges of the window. */
interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface ToolbarPosition {
  readonly top: number
  readonly left: number
}

/**
 * Minimum distance in pixels between the bar and the rectangle beside it (the `box` of `positionBeside`), and between the
 * bar and the edges of the window.
 */
const GAP = 8

/**
 * @param box the rectangle beside which the bar is placed
 * @param window size of the visible area
 * @param isBelow whether the bar is placed below the box if it fits there
 * @returns the position of a small bar, centred above or below the box and always inside the window. By default, the
 *   bar is above the box. It is below if there is no space above.
 */
export function positionBeside(box: Box, bar: Size, window: Size, isBelow = false): ToolbarPosition {
  const above = box.top - bar.height - GAP
  const below = box.bottom + GAP
  const hasRoomBelow = below + bar.height + GAP <= window.height
  const top = (isBelow && hasRoomBelow) || above < GAP ? below : above
  const middle = (box.left + box.right) / 2 - bar.width / 2
  return {
    top: clamp(top, GAP, window.height - bar.height - GAP),
    left: clamp(middle, GAP, window.width - bar.width - GAP),
  }
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))
