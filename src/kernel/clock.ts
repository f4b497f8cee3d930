/** The current date and time, passed as an argument so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** @returns a time in whole seconds since 1970 */
export function unixSeconds(time: Date | string): number {
  return Math.floor(new Date(time).getTime() / 1000)
}
