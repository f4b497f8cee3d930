/** Range of years for a saved page: the first year of the web, and a year beyond any correct clock. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100

/** Milliseconds from 1601-01-01 (Chrome's first day) to 1970-01-01. */
const CHROME_EPOCH_MS = 11_644_473_600_000

/** The number of each unit per millisecond, and its epoch. */
const UNITS = {
  seconds: (value: number) => value * 1000,
  milliseconds: (value: number) => value,
  microseconds: (value: number) => value / 1000,
  chrome: (value: number) => value / 1000 - CHROME_EPOCH_MS,
} as const

/** Some programs use another unit than the format's. Within the range of years, no number is valid in two units. */
const OTHERS = ['milliseconds', 'microseconds', 'seconds'] as const

/**
 * @param value a number, or its digits as text
 * @param unit of the format; if the year is out of range, the unit that gives a valid year is used
 * @returns ISO text in UTC, or undefined for anything else, and outside the years 1990 to 2100
 */
export function dateOfNumber(value: unknown, unit: keyof typeof UNITS): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\s*\d{1,20}(?:\.\d{1,9})?\s*$/.test(text)) return undefined
  for (const one of [unit, ...OTHERS]) {
    const time = isoText(UNITS[one](Number(text)))
    if (time !== undefined) return time
  }
  return undefined
}

/**
 * @param value ISO text with `T` or a space, with an offset with or without a colon, `Z`, or neither (then UTC)
 * @returns ISO text in UTC, or undefined for anything else, and outside the years 1990 to 2100
 */
export function dateOfText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const parts = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(z|[+-]\d\d:?\d\d)?)?\s*$/i.exec(
    value,
  )
  if (!parts) return undefined
  const [, day, time = '00:00:00', zone = 'Z'] = parts
  return isoText(Date.parse(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase()}`))
}

function isoText(time: number): string | undefined {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString() : undefined
}
