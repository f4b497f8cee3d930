/** The colours of annotations; the first one is that of annotations by apps. */
export const COLORS = ['yellow', 'green', 'blue', 'pink'] as const

export type Color = (typeof COLORS)[number]

/** @returns the colour of this name; undefined for any other value */
export function parseColor(value: unknown): Color | undefined {
  return COLORS.find((color) => color === value)
}
