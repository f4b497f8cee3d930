import { COLORS, parseColor, type Color } from '../../annotations/annotation-color.ts'

/** The names of our colours in Readeck's apps. */
const NAMES: Readonly<Record<Color, string>> = { yellow: 'yellow', green: 'green', blue: 'blue', pink: 'red' }

/** @returns the name of a stored colour in Readeck's apps */
export const colorName = (stored: string): string => NAMES[parseColor(stored) ?? COLORS[0]]

/** @returns the colour for a name, which may be any text; yellow for one that we do not have */
export function colorNamed(name: string): Color {
  return COLORS.find((color) => color === name || NAMES[color] === name) ?? COLORS[0]
}
