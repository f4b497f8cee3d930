/**
 * The appearance of pages that a user has chosen. Each property has only a few values, so the style sheets contain a
 * rule for each value.
 */
export interface Appearance {
  readonly theme: (typeof THEMES)[number]
  readonly font: (typeof FONTS)[number]
  /** font size of articles, as one of the steps in `STEPS` */
  readonly size: number
  /** column width of articles, as one of the steps in `STEPS` */
  readonly width: number
  /** line height of articles, as one of the steps in `STEPS` */
  readonly leading: number
}

/** Colour themes. `auto` follows the device: light or dark. */
export const THEMES = ['auto', 'light', 'sepia', 'dark', 'black'] as const
export const FONTS = ['serif', 'sans', 'legible', 'mono'] as const
/** The lowest, the highest and the default step of each measure. */
export const STEPS = { size: [1, 9, 4], width: [1, 5, 3], leading: [1, 5, 3] } as const

/**
 * What each step means, from the lowest one, as in `public/css/reader.css`: the font size in pixels (at the browser's usual
 * 16 per rem), the column width in em, and the line height as a factor.
 */
export const STEP_VALUES = {
  size: [15, 16, 17.5, 19, 21, 23, 25.5, 28.5, 32],
  width: [26, 30, 34, 40, 48],
  leading: [1.4, 1.5, 1.6, 1.75, 1.95],
} as const

/** @returns the appearance in a user's preferences, with defaults for missing or invalid values */
export function appearanceOf(preferences: Readonly<Record<string, unknown>>): Appearance {
  return {
    theme: THEMES.find((one) => one === preferences['theme']) ?? 'auto',
    font: FONTS.find((one) => one === preferences['font']) ?? 'serif',
    size: stepOf('size', preferences),
    width: stepOf('width', preferences),
    leading: stepOf('leading', preferences),
  }
}

/** @returns the properties that the values change, without missing and invalid ones */
export function changedAppearance(values: Readonly<Record<string, unknown>>): Partial<Appearance> {
  const look = Object.entries(appearanceOf(values))
  return Object.fromEntries(look.filter(([name, value]) => value === values[name]))
}

function stepOf(name: keyof typeof STEPS, preferences: Readonly<Record<string, unknown>>): number {
  const [min, max, initial] = STEPS[name]
  const value = preferences[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : initial
}
