import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
// The class has a file of its own. Loading the whole library would add ten milliseconds to the start.
import { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Pool } from 'pg'
import { asUnavailable } from '../db/postgres/connection-failure.ts'
import { AppError } from '../kernel/errors.ts'

/** A number of requests (`points`) for each key within a period (`seconds`). */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly seconds: number
  /**
   * if true, several processes share one count in the database, so that guesses sent to several processes are counted
   * together
   */
  readonly isShared?: boolean
}

/**
 * Counts requests. If a budget is used up, methods throw AppError `too_many_requests`; `details.retryAfterSeconds` is
 * the wait.
 */
export interface Throttle {
  /** true if the throttle never refuses a request, so callers can skip it */
  readonly isUnlimited: boolean
  /**
   * Takes one point from the budget of a key.
   * @throws AppError if no points are left
   */
  take(key: string): Promise<void>
  /**
   * Checks the budget of a key without taking a point.
   * @throws AppError if no points are left
   */
  check(key: string): Promise<void>
  /** Returns one point to the budget of a key. */
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
  /** database for shared budgets; without it, each process counts by itself */
  readonly pool?: Pool
}

/** @returns a function that creates throttles. The counter in PostgreSQL is loaded when a throttle first needs it. */
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

/** @returns a counter in the database; without `pool`, a counter in this process */
export async function makeLimiter({ name, points, seconds }: Budget, pool?: Pool): Promise<RateLimiterAbstract> {
  const options = { keyPrefix: name, points, duration: seconds }
  if (!pool) return new RateLimiterMemory(options)
  const { default: RateLimiterPostgres } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js')
  return new RateLimiterPostgres({ ...options, storeClient: pool, tableName: 'throttle', tableCreated: true })
}

/**
 * Converts a rejection of the library. The library rejects with the state of the budget if it is used up, and with an
 * Error if the database is unreachable.
 * @throws AppError `too_many_requests` or `unavailable`
 */
export function refuse(state: RateLimiterRes | Error): never {
  if (state instanceof Error) throw asUnavailable(state)
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError('too_many_requests', 'too many attempts; try again later', { details: { retryAfterSeconds } })
}
