/**
 * The colours of annotations. The first colour is the default. Annotations from wallabag apps always have it, because
 * wallabag's API has no field for a colour.
 */
export const COLORS = ['yellow', 'green', 'blue', 'pink'] as const

export type Color = (typeof COLORS)[number]

/** @returns the value if it is the name of a colour, else undefined */
export function parseColor(value: unknown): Color | undefined {
  return COLORS.find((color) => color === value)
}
