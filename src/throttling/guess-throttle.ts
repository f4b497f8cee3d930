import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { makeLimiter, refuse, type Budget, type ThrottleOptions } from './throttle.ts'

/**
 * A budget of wrong guesses. `points` is the number of guesses without a wait; after each further one, a wait follows.
 */
export interface GuessBudget extends Budget {
  /** wait after the last free guess, in seconds; it doubles with each further wrong guess */
  readonly firstWaitSeconds: number
  readonly mostWaitSeconds: number
}

/** An admitted guess. The caller must report its result with one of these methods. */
export interface Guess {
  /** Counts the guess as wrong, and starts a wait if no free guesses are left. */
  wrong(): Promise<void>
  /** Resets the number of wrong guesses. */
  right(): Promise<void>
  /** Leaves the guess uncounted: it was right but not sufficient, or it could not be checked. */
  withdraw(): Promise<void>
}

/** Limits guessing of secrets. Each secret is identified by a key. */
export interface Guesses {
  /**
   * Admits a guess. If no free guesses are left, only one is admitted after each wait, even if several arrive at the
   * same time.
   * @throws AppError `too_many_requests` during a wait; `details.retryAfterSeconds` is the remaining time
   */
  admit(key: string): Promise<Guess>
  /**
   * Admits a guess and counts it as wrong immediately, because the check of the guess may take less time than counting.
   * @throws AppError like `admit`
   */
  admitWrong(key: string): Promise<Pick<Guess, 'right'>>
}

export type MakeGuesses = (budget: GuessBudget) => Guesses

const done = async (): Promise<void> => undefined
const FREE: Guess = { wrong: done, right: done, withdraw: done }
const NO_LIMIT: Guesses = { admit: async () => FREE, admitWrong: async () => FREE }

/** @returns a function that creates `Guesses` for a budget. The counter in PostgreSQL is loaded when it is first needed. */
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
  /** numbers of wrong guesses */
  readonly failures: RateLimiterAbstract
  /** current waits; the request that starts a wait may still check its guess */
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

/**
 * @param failures number of wrong guesses
 * @returns the wait in seconds
 */
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
      // Concurrent guesses may exceed the number of free ones.
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

/** Stores the number of wrong guesses. It is kept for the length of the wait plus the period of the budget. */
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

/**
 * @returns the state; undefined if it has expired. The check is needed because the memory store returns expired states
 *   for a moment.
 */
function lasting(state: RateLimiterRes | null): RateLimiterRes | undefined {
  return state && state.msBeforeNext > 0 ? state : undefined
}
