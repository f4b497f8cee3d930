/** Milliseconds before the first reconnection. */
const FIRST = 1000
/** Maximum time before a reconnection, in milliseconds. */
const MAX_DELAY = 300_000

/**
 * @param failures number of failed attempts since the last event
 * @param random a number from 0 to below 1. It keeps many browsers from reconnecting at the same time
 * @returns milliseconds before the next attempt
 */
export function reconnectDelay(failures: number, random: number): number {
  const longest = Math.min(MAX_DELAY, FIRST * 2 ** failures)
  return longest * (0.5 + random / 2)
}
