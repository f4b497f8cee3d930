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

export interface ThrottleOptions {
  readonly isEnabled: boolean
  /** database for the counts that processes share; if absent, each process counts by itself */
  readonly pool?: Pool
}

/** @returns a function that creates throttles. The library for PostgreSQL is loaded when a throttle first needs it. */
export function throttles({ isEnabled, pool }: ThrottleOptions): Throttles {
  if (!isEnabled) return () => NO_THROTTLE
  return (budget) => {
    let made: Promise<RateLimiterAbstract> | undefined
    const limiter = () => (made ??= createLimiter(budget, budget.isShared ? pool : undefined))
    return {
      isUnlimited: false,
      take: async (key) => {
        await (await limiter()).consume(key).catch(refuse)
      },
      check: async (key) => {
        const state = await (await limiter()).get(key).catch(refuse)
        if (state !== null && state.consumedPoints >= budget.points) refuse(state)
      },
      refund: async (key) => {
        await (await limiter()).reward(key).catch(refuse)
      },
    }
  }
}

/** @returns a counter whose counts are in the database, or in this process if `pool` is absent */
export async function createLimiter({ name, points, seconds }: Budget, pool?: Pool): Promise<RateLimiterAbstract> {
  const options = { keyPrefix: name, points, duration: seconds }
  if (!pool) return new RateLimiterMemory(options)
  const { default: RateLimiterPostgres } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js')
  return new RateLimiterPostgres({ ...options, storeClient: pool, tableName: 'throttle', tableCreated: true })
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
