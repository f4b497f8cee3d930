/**
 * @param attempt the try that just failed, from 1
 * @param pausesMs pause after each try; the last one counts for all that follow
 * @param random a number from 0 up to 1
 * @returns the pause in milliseconds with ±20 % jitter (security specification 4.3), so that jobs that failed together
 * do not come back together
 */
export function retryPause(attempt: number, pausesMs: readonly number[], random: number = Math.random()): number {
  const pause = pausesMs[attempt - 1] ?? pausesMs.at(-1) ?? 0
  return Math.round(pause * (0.8 + 0.4 * random))
}
