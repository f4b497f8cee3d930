import { pause } from './pause.ts'
import { AppError } from '../kernel/errors.ts'

/** Pauses between tries, in milliseconds: together as long as a database takes to start again. */
const PAUSES_MS: readonly number[] = [100, 400, 1500, 5000]

/**
 * Asks the database about a page that took long to get, again if it was away for a moment: the page need not be fetched
 * anew.
 * @param work may have had its effect although it failed, so it is idempotent
 * @throws AppError `unavailable` when the database stays away, or `signal` is aborted meanwhile
 */
export async function withRetry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable'
      if (!isAway || signal.aborted) throw error
      await pause(pauseMs, signal)
    }
  }
  return work()
}
