import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { makeLimiter, refuse, type Budget, type ThrottleOptions } from './throttle.ts'

/** The number of free wrong guesses, and the wait after each further one. */
export interface GuessBudget extends Budget {
  /** wait after the last free guess in seconds; doubles with each further wrong guess */
  readonly firstWaitSeconds: number
  readonly mostWaitSeconds: number
}

/** An admitted guess; the caller must report its result. */
export interface Guess {
  /** Counts the guess, and starts a wait if the free guesses are used up. */
  wrong(): Promise<void>
  /** Resets the count of wrong guesses. */
  right(): Promise<void>
  /** Does not count the guess: it was right but not sufficient, or could not be checked. */
  withdraw(): Promise<void>
}

/** Slows down guessing of secrets, each identified by a key. */
export interface Guesses {
  /**
   * Admits a guess. Without free guesses, only one is admitted after each wait, even if several arrive at once.
   * @throws AppError `too_many_requests` during a wait, with its remaining seconds in `details.retryAfterSeconds`
   */
  admit(key: string): Promise<Guess>
  /**
   * Admits a guess and counts it as wrong at once, because a check is faster than the count.
   * @throws as `admit`
   */
  admitWrong(key: string): Promise<Pick<Guess, 'right'>>
}

export type MakeGuesses = (budget: GuessBudget) => Guesses

const done = async (): Promise<void> => undefined
const FREE: Guess = { wrong: done, right: done, withdraw: done }
const NO_LIMIT: Guesses = { admit: async () => FREE, admitWrong: async () => FREE }

/** @returns a factory for `Guesses`; its library is loaded on first use */
export function guesses({ isEnabled, pool }: ThrottleOptions): MakeGuesses {
  if (!isEnabled) return () => NO_LIMIT
  return (budget) => {
    let made: Promise<Ledger> | undefined
    const ledger = () => (made ??= openLedger(budget, pool))
    return {
      admit: async (key) => guessOf(await ledger(), key),
      admitWrong: async (key) => {
        const guess = await guessOf(await ledger(), key)
        await guess.countFirst()
        return guess
      },
    }
  }
}

interface Ledger {
  readonly budget: GuessBudget
  /** counts of wrong guesses */
  readonly failures: RateLimiterAbstract
  /** current waits; the request that starts one is admitted */
  readonly waits: RateLimiterAbstract
}

async function openLedger(budget: GuessBudget, pool: ThrottleOptions['pool']): Promise<Ledger> {
  const shared = budget.isShared ? pool : undefined
  const [failures, waits] = await Promise.all([
    makeLimiter(budget, shared),
    makeLimiter({ name: `${budget.name}-wait`, points: 1, seconds: budget.mostWaitSeconds }, shared),
  ])
  return { budget, failures, waits }
}

/** @returns the wait in seconds after this number of wrong guesses */
function waitAfter({ points, firstWaitSeconds, mostWaitSeconds }: GuessBudget, failures: number): number {
  return Math.min(mostWaitSeconds, firstWaitSeconds * 2 ** Math.min(failures - points, 30))
}

interface CountedGuess extends Guess {
  countFirst(): Promise<void>
}

async function guessOf(ledger: Ledger, key: string): Promise<CountedGuess> {
  const { budget, failures, waits } = ledger
  const waiting = lasting(await waits.get(key).catch(refuse))
  if (waiting) refuse(waiting)
  const before = lasting(await failures.get(key).catch(refuse))?.consumedPoints ?? 0
  const isReserved = before >= budget.points
  const reserve = (failure: number) =>
    waits.consume(key, 1, { customDuration: waitAfter(budget, failure) }).catch(refuse)
  if (isReserved) await reserve(before + 1)
  const count = () => (isReserved ? countAfterWait(ledger, key, before + 1) : countFree(ledger, key))
  return {
    wrong: async () => void (await count()),
    countFirst: async () => {
      const failure = await count()
      // Concurrent guesses may together exceed the free ones.
      if (!isReserved && failure > budget.points) await reserve(failure)
    },
    right: async () => {
      await failures.delete(key).catch(refuse)
      await waits.delete(key).catch(refuse)
    },
    withdraw: async () => {
      if (isReserved) await waits.delete(key).catch(refuse)
    },
  }
}

/** Without free guesses, the count is kept during the wait and for the period of the budget after it. */
async function countAfterWait({ budget, failures }: Ledger, key: string, failure: number): Promise<number> {
  await failures.set(key, failure, budget.seconds + waitAfter(budget, failure)).catch(refuse)
  return failure
}

async function countFree(ledger: Ledger, key: string): Promise<number> {
  const { budget, failures, waits } = ledger
  const { consumedPoints } = await failures.penalty(key).catch(refuse)
  if (consumedPoints !== budget.points) return consumedPoints
  await waits.set(key, 1, waitAfter(budget, consumedPoints)).catch(refuse)
  return countAfterWait(ledger, key, consumedPoints)
}

/** The memory store keeps expired entries for a moment. */
function lasting(state: RateLimiterRes | null): RateLimiterRes | undefined {
  return state && state.msBeforeNext > 0 ? state : undefined
}
