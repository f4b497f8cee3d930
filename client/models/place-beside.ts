/** Distances in pixels of the window. */
export interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Place {
  readonly top: number
  readonly left: number
}

/** Between a box and what stands beside it, and to the edge of the window. */
const GAP = 8

/**
 * @param window the part of it that is free
 * @returns the place of a small bar: above a box, in its middle; below where there is no room above, or where something
 *   else stands there, such as the menu of a touch screen; and always inside the window
 */
export function placeBeside(box: Box, bar: Size, window: Size, isBelow = false): Place {
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

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))
