import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
// This path loads only the class. Loading the whole library would add ten milliseconds to the start.
import { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Pool } from 'pg'
import { asUnavailable } from '../db/postgres/connection-failure.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * A rate limit: the number of requests (`points`) that each key, such as an address, may send in a period (`seconds`).
 */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly seconds: number
  /**
   * true if all processes share one count in the database. Otherwise, an attacker could use the full limit at each
   * process.
   */
  readonly isShared?: boolean
}

/**
 * Counts requests against a rate limit. Methods throw AppError `too_many_requests` if a key has exceeded the limit;
 * `details.retryAfterSeconds` is the wait.
 */
export interface Throttle {
  /** true if rate limits are turned off, so that callers can skip the count */
  readonly isUnlimited: boolean
  /**
   * Counts one request of a key.
   * @throws AppError if the key has exceeded the limit
   */
  take(key: string): Promise<void>
  /**
   * Checks the limit of a key, but counts nothing.
   * @throws AppError if the key has reached the limit
   */
  check(key: string): Promise<void>
  /** Takes back one counted request of a key. */
  refund(key: string): Promise<void>
}

export type Throttles = (budget: Budget) => Throttle

const NO_THROTTLE: Throttle = {
  isUnlimited: true,
  take: async () => undefined,
  check: async () => undefined,
  refund: async () => undefined,
}

/** Creates the counter of a budget. Shared budgets are counted in the database if there is one for them. */
export type CreateLimiter = (budget: Budget) => RateLimiterAbstract

/**
 * @param pool database for the counts that processes share; if absent, each process counts by itself
 * @returns a function that creates counters. Only with a pool, loads the library's class for PostgreSQL, which takes ten
 *   milliseconds.
 */
export async function limiterFactory(pool?: Pool): Promise<CreateLimiter> {
  if (!pool) return createLocal
  const { default: RateLimiterPostgres } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js')
  const table = { storeClient: pool, tableName: 'throttle', tableCreated: true }
  // All counters share a table, so only the first one deletes its expired rows.
  let hasCleaner = false
  return (budget) => {
    if (!budget.isShared) return createLocal(budget)
    const clearExpiredByTimeout = !hasCleaner
    hasCleaner = true
    return new RateLimiterPostgres({ ...limiterOptions(budget), ...table, clearExpiredByTimeout })
  }
}

const createLocal: CreateLimiter = (budget) => new RateLimiterMemory(limiterOptions(budget))

const limiterOptions = ({ name, points, seconds }: Budget) => ({ keyPrefix: name, points, duration: seconds })

/** @param createLimiter absent if rate limits are turned off */
export function throttles(createLimiter?: CreateLimiter): Throttles {
  if (!createLimiter) return () => NO_THROTTLE
  return (budget) => {
    const limiter = createLimiter(budget)
    return {
      isUnlimited: false,
      take: async (key) => {
        await limiter.consume(key).catch(refuse)
      },
      check: async (key) => {
        const state = await limiter.get(key).catch(refuse)
        if (state !== null && state.consumedPoints >= budget.points) refuse(state)
      },
      refund: async (key) => {
        await limiter.reward(key).catch(refuse)
      },
    }
  }
}

/**
 * Converts a rejection of rate-limiter-flexible into an AppError. The library rejects with the state of the limit if a
 * key has exceeded the limit, and with an Error if the database is unreachable.
 * @throws AppError `too_many_requests` or `unavailable`
 */
export function refuse(state: RateLimiterRes | Error): never {
  if (state instanceof Error) throw asUnavailable(state)
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError('too_many_requests', 'too many attempts; try again later', { details: { retryAfterSeconds } })
}
