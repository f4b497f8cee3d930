import type { Now } from '../../query/moment-in-utc.ts'

/** @returns the day that it is in the time zone of a user, as `YYYY-MM-DD` */
export function dayOf({ at, timeZone }: Now): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', calendar: 'iso8601' }).format(at)
}
