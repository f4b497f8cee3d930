import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import { asUnavailable } from '../db/postgres/connection-failure.ts'
import { AppError } from '../kernel/errors.ts'
import { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js'

/** The number of requests for one key within a period. */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly seconds: number
  /** whether to count in the database if there are several processes, so that guessing at several gives no advantage */
  readonly isShared?: boolean
}

/** Counts requests; refuses with `too_many_requests` and the wait in seconds in `details.retryAfterSeconds`. */
export interface Throttle {
  /** true if the throttle never refuses, so that callers can skip it */
  readonly isUnlimited: boolean
  /** Takes one point from the key's budget. @throws AppError when none is left */
  take(key: string): Promise<void>
  /** Takes nothing. @throws AppError when the budget of the key is used up */
  check(key: string): Promise<void>
  /** Returns one point to the key's budget. */
  giveBack(key: string): Promise<void>
}

export type Throttles = (budget: Budget) => Throttle

const NO_THROTTLE: Throttle = {
  isUnlimited: true,
  take: async () => undefined,
  check: async () => undefined,
  giveBack: async () => undefined,
}

export interface ThrottleOptions {
  readonly isEnabled: boolean
  /** database for shared budgets; without it, this process counts */
  readonly pool?: Pool
}

/** @returns a factory for throttles; its library is loaded on first use */
export function throttles({ isEnabled, pool }: ThrottleOptions): Throttles {
  if (!isEnabled) return () => NO_THROTTLE
  return (budget) => {
    let made: Promise<RateLimiterAbstract> | undefined
    const limiter = () => (made ??= makeLimiter(budget, budget.isShared ? pool : undefined))
    return {
      isUnlimited: false,
      take: async (key) => {
        await (await limiter()).consume(key).catch(refuse)
      },
      check: async (key) => {
        const state = await (await limiter()).get(key).catch(refuse)
        if (state !== null && state.consumedPoints >= budget.points) refuse(state)
      },
      giveBack: async (key) => {
        await (await limiter()).reward(key).catch(refuse)
      },
    }
  }
}

/** @returns a counter in the database, or in this process without a pool */
export async function makeLimiter({ name, points, seconds }: Budget, pool?: Pool): Promise<RateLimiterAbstract> {
  const options = { keyPrefix: name, points, duration: seconds }
  // Imported by file: the first request after a start is anonymous, and loading the whole library takes ten
  // milliseconds.
  if (!pool) {
    return new RateLimiterMemory(options)
  }
  const { default: RateLimiterPostgres } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js')
  return new RateLimiterPostgres({ ...options, storeClient: pool, tableName: 'throttle', tableCreated: true })
}

/**
 * The library rejects with its state when the budget is used up, and with an error when the database is unreachable.
 * @throws AppError `too_many_requests` or `unavailable`
 */
export function refuse(state: RateLimiterRes | Error): never {
  if (state instanceof Error) throw asUnavailable(state)
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError('too_many_requests', 'too many attempts; try again later', { details: { retryAfterSeconds } })
}
