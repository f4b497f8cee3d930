import { pause } from './pause.ts'
import { AppError } from '../kernel/errors.ts'

/** Pauses between attempts, in milliseconds: their sum is the time a database takes to restart. */
const PAUSES_MS: readonly number[] = [100, 400, 1500, 5000]

/**
 * Retries a database call for a page that took long to get, if the database was briefly unreachable: the page need not
 * be fetched again.
 * @param work may have had its effect although it failed, so it must be idempotent
 * @throws AppError `unavailable` when the database stays unreachable, or `signal` is aborted meanwhile
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
