/** The only source of the current time for code that depends on the time of day. */
export interface Clock {
  /** @returns the current moment */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
