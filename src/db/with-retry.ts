import { sleep } from '../kernel/sleep.ts'
import { AppError } from '../kernel/errors.ts'

/** Milliseconds between attempts. Their sum, seven seconds, is enough for a database to restart. */
const PAUSES_MS: readonly number[] = [100, 400, 1500, 5000]

/**
 * Retries database work while the database is unreachable. Otherwise, the whole job would be repeated, including
 * earlier steps such as a long fetch.
 * @param work must be idempotent, because an attempt that failed may still have changed the database
 * @throws AppError `unavailable` if the database remains unreachable, or if `signal` is aborted
 */
export async function withRetry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable'
      if (!isAway || signal.aborted) throw error
      await sleep(pauseMs, signal)
    }
  }
  return work()
}
