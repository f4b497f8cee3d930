import { sleep } from '../kernel/sleep.ts'

/**
 * @param intervalMs minimum time in milliseconds between two starts
 * @returns a function that resolves when the caller may start, in the order of the calls; earlier if the signal is
 *   aborted
 */
export function createPace(intervalMs: number): (signal: AbortSignal) => Promise<void> {
  let next = 0
  return async (signal) => {
    const now = performance.now()
    const start = Math.max(now, next)
    next = start + intervalMs
    if (start > now) await sleep(start - now, signal)
  }
}
