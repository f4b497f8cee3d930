/** The only source of "now" for code that decides by the time of day. */
export interface Clock {
  /** @returns the current moment */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
