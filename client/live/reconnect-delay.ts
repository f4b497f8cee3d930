/** Milliseconds before the first attempt to connect again. */
const FIRST = 1000
/** Maximum milliseconds between two attempts. */
const LONGEST = 300_000

/**
 * @param failures number of attempts that failed since the last success
 * @param random a number from 0 to below 1, so that browsers do not all return at the same moment
 * @returns milliseconds before the next attempt
 */
export function reconnectDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** failures)
  return longest * (0.5 + random / 2)
}
