import type { RateLimiterRes } from 'rate-limiter-flexible'
import { asUnavailable } from '../db/postgres/connection-failure.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Converts a rejection of rate-limiter-flexible into an AppError. The library rejects with the state of the limit if a
 * key has exceeded the limit, and with an Error if the database is unreachable.
 * @throws AppError `too_many_requests` or `unavailable`
 */
export function refuse(state: Pick<RateLimiterRes, 'msBeforeNext'> | Error): never {
  if (state instanceof Error) throw asUnavailable(state)
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError('too_many_requests', 'too many attempts; try again later', { details: { retryAfterSeconds } })
}
