import type { TypedValue } from './read-value.ts'

/** A moment that depends on the time of the search and the reader's time zone. */
export type Moment =
  /** the start of a day, in the reader's time zone; months from 1 */
  | { readonly kind: 'day'; readonly year: number; readonly month: number; readonly day: number }
  /** a whole number of units before now */
  | { readonly kind: 'ago'; readonly amount: number; readonly unit: AgeUnit }
  /** the start of a unit of the calendar, that many units before the current one; weeks start on Monday */
  | { readonly kind: 'start'; readonly unit: CalendarUnit; readonly back: number }

export type AgeUnit = 'h' | 'd' | 'w' | 'm' | 'y'
export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** From the first moment, until before the second. Without both: the time is known. */
export interface TimeRange {
  readonly from?: Moment
  readonly to?: Moment
}

const AGE = /^(\d{1,4})(h|hrs?|d|w|m|mo|y)$/i
const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/
const LAST = /^last(\d{1,4})(hrs?|hours|days|weeks|months)$/i

/** Names of a calendar unit: how far back it starts, and whether it has ended. */
const NAMED: Readonly<Record<string, { readonly unit: CalendarUnit; readonly back: number }>> = {
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
 * @param value such as `2025-03`, `>30d`, `7d`, `lastweek`, `2025-01..2025-03`, `*`
 * @param field `before` and `after` take a single time
 * @returns the range; undefined for anything else
 */
export function readTime({ sign, text }: TypedValue, field: string): TimeRange | undefined {
  if (text === '*') return sign === '' ? {} : undefined
  const [first, second, ...rest] = text.split('..')
  if (rest.length > 0 || first === undefined) return undefined
  if (second !== undefined)
    return sign === '' && field !== 'before' && field !== 'after' ? span(first, second) : undefined
  const range = readPoint(first)
  if (!range) return undefined
  if (field === 'before') return sign === '' ? { to: range.from! } : undefined
  if (field === 'after') return sign === '' ? afterwards(range) : undefined
  // An age grows to the left: `>30d` is older than thirty days.
  if (range.from?.kind === 'ago') return sign.startsWith('>') ? { to: range.from } : { from: range.from }
  if (sign === '<') return { to: range.from! }
  if (sign === '<=') return range.to ? { to: range.to } : {}
  if (sign === '>') return afterwards(range)
  return sign === '>=' ? { from: range.from! } : range
}

/** @returns the range of ages: `<7d` is younger than a week, `>1y` older than a year; undefined for anything else */
export function readAge(value: TypedValue): TimeRange | undefined {
  const range = readTime(value, 'age')
  return range?.from?.kind === 'ago' || range?.to?.kind === 'ago' ? range : undefined
}

function afterwards({ from, to }: TimeRange): TimeRange {
  if (to) return { from: to }
  return from ? { from } : {}
}

function span(first: string, second: string): TimeRange | undefined {
  const from = first === '' || first === '*' ? {} : readPoint(first)
  const to = second === '' || second === '*' ? {} : readPoint(second)
  if (!from || !to || (!from.from && !to.from)) return undefined
  // The end of the range includes its last day, month or year; an age ends at its moment.
  const end = to.from?.kind === 'ago' ? to.from : to.to
  return { ...(from.from ? { from: from.from } : {}), ...(end ? { to: end } : {}) }
}

function readPoint(text: string): TimeRange | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s_]/g, '').replace(/^-/, '')
  const [, amount, unit] = AGE.exec(plain) ?? LAST.exec(plain) ?? []
  if (amount !== undefined) return { from: { kind: 'ago', amount: Number(amount), unit: ageUnit(unit!) } }
  if (Object.hasOwn(NAMED, plain)) {
    const { unit: calendar, back } = NAMED[plain]!
    const from: Moment = { kind: 'start', unit: calendar, back }
    return back === 0 ? { from } : { from, to: { kind: 'start', unit: calendar, back: back - 1 } }
  }
  return readDate(plain)
}

function ageUnit(text: string): AgeUnit {
  if (text.startsWith('mo')) return 'm'
  return text[0] as AgeUnit
}

function readDate(text: string): TimeRange | undefined {
  const parts = DATE.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  const from = dayOf(year!, month ?? 1, day ?? 1)
  if (!from || (day !== undefined && from.day !== day) || (month !== undefined && month > 12)) return undefined
  if (month === undefined) return { from, to: dayOf(year! + 1, 1, 1)! }
  return { from, to: day === undefined ? dayOf(year!, month + 1, 1)! : dayOf(year!, month, day + 1)! }
}

/** @returns the day of the calendar, also for a month 13 or a day past the end of its month; undefined before the first */
function dayOf(year: number, month: number, day: number): (Moment & { kind: 'day' }) | undefined {
  if (month < 1 || day < 1) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return { kind: 'day', year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
