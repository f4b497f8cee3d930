/** The limits that administrators set for a user. Null is no limit. */
export interface Quota {
  readonly entries: number | null
  /** bytes of texts, fetched pages and images */
  readonly bytes: number | null
  /** new entries in a day (UTC) */
  readonly savesPerDay: number | null
}

/** What a user uses of each limit. */
export interface QuotaUsage {
  readonly entries: number
  readonly bytes: number
  readonly savesToday: number
}

export const NO_QUOTA: Quota = { entries: null, bytes: null, savesPerDay: null }

/** @returns the day of a time, by which saves are counted */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
