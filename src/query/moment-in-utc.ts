import type { AgeUnit, CalendarUnit, Moment } from './read-time-range.ts'

/** The time of a search, and the reader's time zone as an IANA name such as `Europe/Berlin`. */
export interface Now {
  readonly at: Date
  readonly timeZone: string
}

const DAY_MS = 86_400_000
const AGE_MS: Readonly<Record<Exclude<AgeUnit, 'm' | 'y'>, number>> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }

/** @returns the moment in the format of stored times: ISO 8601 in UTC with milliseconds */
export function momentInUtc(moment: Moment, now: Now): string {
  const date = momentDate(moment, now)
  // Limits the year to 0 to 9999, because the ISO form of other years does not sort as text.
  const earliest = Date.parse('0000-01-01T00:00:00Z')
  const latest = Date.UTC(9999, 11, 31)
  return new Date(Math.min(Math.max(date.getTime(), earliest), latest)).toISOString()
}

function momentDate(moment: Moment, now: Now): Date {
  if (moment.kind === 'day') return startOfDay(Date.UTC(moment.year, moment.month - 1, moment.day), now.timeZone)
  if (moment.kind === 'start') return startOfDay(calendarStart(moment.unit, moment.back, now), now.timeZone)
  const { amount, unit } = moment
  if (unit !== 'm' && unit !== 'y') return new Date(now.at.getTime() - amount * AGE_MS[unit])
  return monthsBefore(now.at, unit === 'y' ? amount * 12 : amount)
}

/**
 * @returns the date a number of months earlier. If that month is too short, returns its last day: one month before 31
 *   March is 28 or 29 February.
 */
function monthsBefore(at: Date, months: number): Date {
  const date = new Date(at)
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== at.getUTCDate()) date.setUTCDate(0)
  return date
}

/**
 * @param back number of units before the current one; 0 for the current one
 * @returns the first day of the unit, such as a week, in the reader's time zone. The day is given as the milliseconds
 *   of its midnight in UTC.
 */
function calendarStart(unit: CalendarUnit, back: number, { at, timeZone }: Now): number {
  const local = new Date(at.getTime() + offsetMs(at, timeZone))
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  if (unit === 'day') return Date.UTC(year, month, day - back)
  if (unit === 'month') return Date.UTC(year, month - back, 1)
  if (unit === 'year') return Date.UTC(year - back, 0, 1)
  const sinceMonday = (local.getUTCDay() + 6) % 7
  return Date.UTC(year, month, day - sinceMonday - back * 7)
}

/**
 * @param midnight midnight of the local date, expressed as if the time zone were UTC
 * @returns the moment when the date starts in the time zone
 */
function startOfDay(midnight: number, timeZone: string): Date {
  // The first estimate uses the offset at midnight UTC. The result uses the offset at the first estimate, because the
  // clocks may change between these two times.
  const guess = new Date(midnight - offsetMs(new Date(midnight), timeZone))
  return new Date(midnight - offsetMs(guess, timeZone))
}

/** @returns the offset of the time zone from UTC at a moment, in milliseconds */
function offsetMs(at: Date, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts = formatIn(timeZone).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(at.getTime() / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { ...digits, second: 'numeric', hourCycle: 'h23', timeZone })
  if (formats.size < 100) formats.set(timeZone, made)
  return made
}
