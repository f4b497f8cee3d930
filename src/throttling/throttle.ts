import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import { asUnavailable } from '../db/postgres/connection-failure.ts'
import { AppError } from '../kernel/errors.ts'
import { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js'

/** How often something may happen for one key within a span of time. */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly seconds: number
  /** counted in the database where there are several processes, because guessing at one of many must not pay */
  readonly isShared?: boolean
}

/** Counts, and refuses with `too_many_requests` and the seconds to wait in `details.retryAfterSeconds`. */
export interface Throttle {
  /** true when nothing is ever refused, so that nothing need be asked */
  readonly isUnlimited: boolean
  /** Takes one point of the key's budget. @throws AppError when none is left */
  take(key: string): Promise<void>
  /** @throws AppError when the budget of the key is used up; takes nothing */
  check(key: string): Promise<void>
  /** Gives the key one point back that was taken. */
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
  /** where shared budgets are counted; in this process when absent */
  readonly pool?: Pool
}

/** @returns a maker of throttles; the library behind them is loaded at first use */
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

/** @returns a counter in the database, or in this process where no pool is given */
export async function makeLimiter({ name, points, seconds }: Budget, pool?: Pool): Promise<RateLimiterAbstract> {
  const options = { keyPrefix: name, points, duration: seconds }
  // By its files: a server that starts is asked by a stranger first, and all of the library takes ten milliseconds.
  if (!pool) {
    return new RateLimiterMemory(options)
  }
  const { default: RateLimiterPostgres } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js')
  return new RateLimiterPostgres({ ...options, storeClient: pool, tableName: 'throttle', tableCreated: true })
}

/**
 * The library rejects with its state when the budget is used up, and with an error when the database is away.
 * @throws AppError `too_many_requests` or `unavailable`
 */
export function refuse(state: RateLimiterRes | Error): never {
  if (state instanceof Error) throw asUnavailable(state)
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError('too_many_requests', 'too many attempts; try again later', { details: { retryAfterSeconds } })
}
