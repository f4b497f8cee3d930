/** The current date and time, passed as an argument so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
