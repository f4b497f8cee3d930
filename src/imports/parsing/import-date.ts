import { UNKNOWN_TIME } from '../../entries/entry.ts'

/** First and last valid year for the date of a saved page. The web began in 1990; 2100 is an arbitrary limit. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100
/** First valid year for the publication of a text, which may be older than the web. */
const FIRST_PUBLICATION_YEAR = 1000

/** Milliseconds between 1601-01-01, where Chrome's times start, and 1970-01-01. */
const CHROME_EPOCH_MS = 11_644_473_600_000

/** Functions that convert a time in each unit to milliseconds since 1970. */
const UNIT_CONVERTERS = {
  seconds: (value: number) => value * 1000,
  milliseconds: (value: number) => value,
  microseconds: (value: number) => value / 1000,
  chrome: (value: number) => value / 1000 - CHROME_EPOCH_MS,
} as const

type TimeUnit = keyof typeof UNIT_CONVERTERS

/**
 * Units to try if a number has no valid year in the format's unit, because some programs write other units. A number
 * has a valid year in at most one unit.
 */
const FALLBACK_UNITS = ['milliseconds', 'microseconds', 'seconds'] as const

/**
 * @param value a number, or a text that contains a number
 * @param unit unit that the format specifies; other units are tried if it gives an invalid year
 * @returns the time as ISO 8601 in UTC; undefined if there is no number, or its year is not between 1990 and 2100
 */
export function dateOfNumber(value: unknown, unit: TimeUnit): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\s*\d{1,20}(?:\.\d{1,9})?\s*$/.test(text)) return undefined
  for (const one of [unit, ...FALLBACK_UNITS]) {
    const time = isoText(UNIT_CONVERTERS[one](Number(text)), FIRST_YEAR)
    if (time !== undefined) return time
  }
  return undefined
}

/**
 * @param value ISO 8601 text, with `T` or a space before the time, and an offset, `Z`, `UTC` or `GMT` after it. Without
 *   these it is read as UTC.
 * @returns the time as ISO 8601 in UTC, or undefined if the text is not a date or its year is not between 1990 and 2100
 */
export function dateOfText(value: unknown): string | undefined {
  return dateFrom(value, FIRST_YEAR)
}

/** @returns the same as `dateOfText` for the publication of a text, which may also be before 1990 */
export function publicationDateOf(value: unknown): string | undefined {
  return dateFrom(value, FIRST_PUBLICATION_YEAR)
}

/**
 * @param value the time of saving in a file: a number, or ISO 8601 text
 * @param unit unit of a number
 * @returns the time as ISO 8601 in UTC; `UNKNOWN_TIME` if the file contains a value that cannot be the time of saving, such as 0
 *   or a date before the web; undefined if it contains none
 */
export function savingTimeOf(value: unknown, unit: TimeUnit = 'seconds'): string | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  return dateOfText(value) ?? dateOfNumber(value, unit) ?? UNKNOWN_TIME
}

function dateFrom(value: unknown, firstYear: number): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const parts =
    /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(z|utc|gmt|[+-]\d\d:?\d\d)?)?\s*$/i.exec(value)
  if (!parts) return undefined
  const [, day, time = '00:00:00', zone = 'Z'] = parts
  if (!isDay(day!)) return undefined
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').replace(/^[a-z]+$/i, 'Z')
  return isoText(Date.parse(`${day}T${time}${offset}`), firstYear)
}

/** @returns false for a day that no month has, such as 2024-02-31, which `Date.parse` reads as a day of the next month */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

function isoText(time: number, firstYear: number): string | undefined {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  return year >= firstYear && year <= LAST_YEAR ? date.toISOString() : undefined
}
