import { LRUCache } from 'lru-cache'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget, Throttle } from './budget.ts'
import { refuse } from './refuse.ts'

/** The part of a budget that a process takes at once: a tenth. */
const PORTIONS = 10
/** Maximum number of keys, such as users, whose counts a process keeps for each budget. */
const MAX_KEYS = 10_000

/** What a process has taken of a budget for one key. */
interface Portion {
  used: number
  /** number of points that the process may use until `endsAt` */
  granted: number
  /** true if the granted points are counted in the database */
  isCounted: boolean
  /** end of the period, on the clock of `performance.now()` */
  endsAt: number
}

/**
 * Counts a budget that all processes share, but asks the database only once for each tenth of it. The first tenth needs no
 * statement, and is counted when the process takes the second one, so that only keys that send much cost anything. Each
 * process can therefore use a tenth that the others do not know of: with N processes, a key may use up to
 * `1 + (N - 1) / 10` times its budget.
 *
 * While the database does not respond, each process counts by itself.
 * @param shared counts in the database
 */
export function portionedThrottle(shared: RateLimiterAbstract, { points, seconds }: Budget): Throttle {
  const size = Math.max(1, Math.floor(points / PORTIONS))
  const portions = new LRUCache<string, Portion>({ max: MAX_KEYS })
  const current = (key: string): Portion => {
    const known = portions.get(key)
    if (known && known.endsAt > performance.now()) return known
    const fresh = { used: 0, granted: size, isCounted: false, endsAt: performance.now() + seconds * 1000 }
    portions.set(key, fresh)
    return fresh
  }
  const extend = async (key: string, portion: Portion): Promise<void> => {
    const wanted = portion.isCounted ? size : portion.granted + size
    try {
      const { msBeforeNext } = await shared.consume(key, wanted)
      portion.granted += size
      portion.isCounted = true
      portion.endsAt = performance.now() + msBeforeNext
    } catch (error) {
      if (!(error instanceof Error)) refuse(error as RateLimiterRes)
      if (portion.used >= points) refuse({ msBeforeNext: portion.endsAt - performance.now() })
      portion.granted += 1
    }
  }
  return {
    isUnlimited: false,
    take: async (key) => {
      const portion = current(key)
      if (portion.used >= portion.granted) await extend(key, portion)
      portion.used += 1
    },
    check: async (key) => {
      const portion = current(key)
      if (portion.used < portion.granted) return
      const state = await shared.get(key).catch(() => null)
      if (state !== null && state.consumedPoints + size > points) refuse(state)
    },
    refund: async (key) => {
      const portion = current(key)
      portion.used = Math.max(0, portion.used - 1)
    },
  }
}
