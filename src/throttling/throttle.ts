import type { RateLimiterAbstract } from 'rate-limiter-flexible'
// This path loads only the class. Loading the whole library would add ten milliseconds to the start.
import { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Pool } from 'pg'
import type { Budget, Throttle } from './budget.ts'
import { portionedThrottle } from './portioned-throttle.ts'
import { refuse } from './refuse.ts'

export type { Budget, Throttle } from './budget.ts'

export type Throttles = (budget: Budget) => Throttle

const NO_THROTTLE: Throttle = {
  isUnlimited: true,
  take: async () => undefined,
  check: async () => undefined,
  refund: async () => undefined,
}

/** Creates the counter of a budget, in the database if there is one for it. */
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
    if (!budget.isShared && !(limiter instanceof RateLimiterMemory)) return portionedThrottle(limiter, budget)
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
