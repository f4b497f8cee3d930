/**
 * The appearance of pages for a user. Each property has few values, so that style sheets can have a rule for each
 * value.
 */
export interface Look {
  readonly theme: (typeof THEMES)[number]
  readonly font: (typeof FONTS)[number]
  /** step of the article's font size */
  readonly size: number
  /** step of the column width */
  readonly width: number
  /** step of the line height */
  readonly leading: number
}

/** Colour themes. `auto` is light or dark, whichever the device prefers. */
export const THEMES = ['auto', 'light', 'sepia', 'dark', 'black'] as const
export const FONTS = ['serif', 'sans', 'legible', 'mono'] as const
/** For each measure: the lowest, the highest and the default step. */
export const STEPS = { size: [1, 9, 4], width: [1, 5, 3], leading: [1, 5, 3] } as const

/** @returns the look from an account's preferences, with defaults for missing or invalid values */
export function lookOf(preferences: Readonly<Record<string, unknown>>): Look {
  return {
    theme: THEMES.find((one) => one === preferences['theme']) ?? 'auto',
    font: FONTS.find((one) => one === preferences['font']) ?? 'serif',
    size: stepOf('size', preferences),
    width: stepOf('width', preferences),
    leading: stepOf('leading', preferences),
  }
}

function stepOf(name: keyof typeof STEPS, preferences: Readonly<Record<string, unknown>>): number {
  const [least, most, usual] = STEPS[name]
  const value = preferences[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : usual
}
