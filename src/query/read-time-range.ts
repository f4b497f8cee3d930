import type { ScannedValue } from './scanned-value.ts'

/** A point in time: an absolute date in the reader's time zone, or relative to the time of the search. */
export type Moment =
  /** the start of a day in the reader's time zone; months are numbered from 1 */
  | { readonly kind: 'day'; readonly year: number; readonly month: number; readonly day: number }
  /** a number of units before now */
  | { readonly kind: 'ago'; readonly amount: number; readonly unit: AgeUnit }
  /** the start of a calendar unit, `back` units before the current one; weeks start on Monday */
  | { readonly kind: 'start'; readonly unit: CalendarUnit; readonly back: number }

export type AgeUnit = 'h' | 'd' | 'w' | 'm' | 'y'
export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** A range that includes `from` and excludes `to`. If both are missing, the range contains every known time. */
export interface TimeRange {
  readonly from?: Moment
  readonly to?: Moment
}

const AGE_PATTERN = /^(\d{1,4})(h|hrs?|d|w|m|mo|y)$/i
const DATE_PATTERN = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/
const LAST_UNITS_PATTERN = /^last(\d{1,4})(hrs?|hours|days|weeks|months)$/i

/** Names of calendar units. `back` is the number of units before the current one. */
const CALENDAR_UNITS: Readonly<Record<string, { readonly unit: CalendarUnit; readonly back: number }>> = {
  today: { unit: 'day', back: 0 },
  yesterday: { unit: 'day', back: 1 },
  thisweek: { unit: 'week', back: 0 },
  lastweek: { unit: 'week', back: 1 },
  thismonth: { unit: 'month', back: 0 },
  lastmonth: { unit: 'month', back: 1 },
  thisyear: { unit: 'year', back: 0 },
  lastyear: { unit: 'year', back: 1 },
}

/**
 * @param value a date, age or range, such as `2025-03`, `>30d`, `7d`, `lastweek`, `2025-01..2025-03` or `*`
 * @param field name of the field; `before` and `after` accept only a single time
 * @returns the range, or undefined for an invalid value
 */
export function readTime({ sign, text }: ScannedValue, field: string): TimeRange | undefined {
  const isSingle = field === 'before' || field === 'after'
  if (text === '*' || text.includes('..')) return sign === '' && !isSingle ? readSpan(text) : undefined
  const range = readPoint(text)
  if (!range) return undefined
  if (isSingle) return sign === '' ? rangeOfComparison(field === 'before' ? '<' : '>', range) : undefined
  return range.from.kind === 'ago' ? rangeOfAge(sign, range.from) : rangeOfComparison(sign, range)
}

/** A moment, or the start and the end of a day, month or year. */
interface Point {
  readonly from: Moment
  readonly to?: Moment
}

/**
 * @returns the time range for an age with a sign. Ages count backwards from now: `>30d` means more than thirty days
 *   ago.
 */
function rangeOfAge(sign: ScannedValue['sign'], at: Moment): TimeRange {
  return sign.startsWith('>') ? { to: at } : { from: at }
}

function rangeOfComparison(sign: ScannedValue['sign'], point: Point): TimeRange {
  const { from, to } = point
  switch (sign) {
    case '<':
      return { to: from }
    case '<=':
      return to ? { to } : {}
    case '>':
      return { from: to ?? from }
    case '>=':
      return { from }
    default:
      return point
  }
}

/**
 * Reads a value of `age:`.
 * @returns the time range: `<7d` is younger than a week, `>1y` is older than a year; undefined for an invalid value
 */
export function readAge(value: ScannedValue): TimeRange | undefined {
  const range = readTime(value, 'age')
  return range?.from?.kind === 'ago' || range?.to?.kind === 'ago' ? range : undefined
}

function readSpan(text: string): TimeRange | undefined {
  if (text === '*') return {}
  const ends = text.split('..').map((end) => (end === '*' ? '' : end))
  const [from, to] = ends.map((end) => (end === '' ? undefined : readPoint(end)))
  const isComplete = ends.every((end, index) => end === '' || [from, to][index] !== undefined)
  if (ends.length > 2 || !isComplete || (!from && !to)) return undefined
  return { ...(from ? { from: from.from } : {}), ...rangeUntilEnd(to) }
}

/**
 * @returns a range that has only an end. A day, a month or a year is included as a whole; an age ends at its moment.
 */
function rangeUntilEnd(point: Point | undefined): TimeRange {
  const end = point?.from.kind === 'ago' ? point.from : point?.to
  return end ? { to: end } : {}
}

function readPoint(text: string): Point | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s_]/g, '').replace(/^-/, '')
  const [, amount, unit] = AGE_PATTERN.exec(plain) ?? LAST_UNITS_PATTERN.exec(plain) ?? []
  if (amount !== undefined) return { from: { kind: 'ago', amount: Number(amount), unit: ageUnit(unit!) } }
  return Object.hasOwn(CALENDAR_UNITS, plain) ? calendarUnit(CALENDAR_UNITS[plain]!) : readDate(plain)
}

function calendarUnit({ unit, back }: { readonly unit: CalendarUnit; readonly back: number }): Point {
  const from: Moment = { kind: 'start', unit, back }
  return back === 0 ? { from } : { from, to: { kind: 'start', unit, back: back - 1 } }
}

function ageUnit(text: string): AgeUnit {
  if (text.startsWith('mo')) return 'm'
  return text[0] as AgeUnit
}

function readDate(text: string): Point | undefined {
  const parts = DATE_PATTERN.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  const from = dayOf(year!, month ?? 1, day ?? 1)
  if (!from || (day !== undefined && from.day !== day) || (month !== undefined && month > 12)) return undefined
  if (month === undefined) return { from, to: dayOf(year! + 1, 1, 1)! }
  return { from, to: day === undefined ? dayOf(year!, month + 1, 1)! : dayOf(year!, month, day + 1)! }
}

/**
 * @returns the calendar day; undefined if the month or the day is below 1. Values that are too large carry over: month
 * 13 is January of the next year.
 */
function dayOf(year: number, month: number, day: number): (Moment & { kind: 'day' }) | undefined {
  if (month < 1 || day < 1) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return { kind: 'day', year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
