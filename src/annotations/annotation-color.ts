/**
 * The colours of annotations. The first one is the default; apps cannot choose a colour, so all their annotations have
 * it.
 */
export const COLORS = ['yellow', 'green', 'blue', 'pink'] as const

export type Color = (typeof COLORS)[number]

/** @returns the value if it is the name of a colour, else undefined */
export function parseColor(value: unknown): Color | undefined {
  return COLORS.find((color) => color === value)
}
