import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget } from './budget.ts'
import { refuse } from './refuse.ts'
import type { CreateLimiter } from './throttle.ts'

/**
 * A limit on wrong attempts to enter a secret, such as a password. The first `points` wrong attempts are free. From
 * then on, each attempt must wait.
 */
export interface GuessBudget extends Budget {
  /** wait after the last free attempt, in seconds; it doubles with each further wrong attempt */
  readonly firstWaitSeconds: number
  readonly maxWaitSeconds: number
}

/** An admitted attempt to enter a secret. The caller must report its result with one of these methods. */
interface Guess {
  /** Counts the attempt as wrong, and starts a wait if no free attempts are left. */
  wrong(): Promise<void>
  /** Resets the number of wrong attempts. */
  right(): Promise<void>
  /**
   * Takes the attempt back, so that it counts neither as right nor as wrong. Callers use this if a code is still
   * missing after a right password, or if the secret could not be checked.
   */
  withdraw(): Promise<void>
}

/** Limits attempts to guess secrets. A key, such as a username, identifies each secret. */
export interface Guesses {
  /**
   * Admits an attempt. If no free attempts are left, only one is admitted after each wait, even if several arrive at
   * the same time.
   * @throws AppError `too_many_requests` during a wait; `details.retryAfterSeconds` is the remaining time
   */
  admit(key: string): Promise<Guess>
  /**
   * Admits an attempt and counts it as wrong before the secret is checked. Otherwise, attackers could send many
   * attempts before the first one is counted.
   * @throws AppError like `admit`
   */
  admitWrong(key: string): Promise<Pick<Guess, 'right'>>
}

export type MakeGuesses = (budget: GuessBudget) => Guesses

const done = async (): Promise<void> => undefined
const FREE: Guess = { wrong: done, right: done, withdraw: done }
const NO_LIMIT: Guesses = { admit: async () => FREE, admitWrong: async () => FREE }

/**
 * @param createLimiter absent if rate limits are turned off
 * @returns a function that creates `Guesses` for a limit
 */
export function guesses(createLimiter?: CreateLimiter): MakeGuesses {
  if (!createLimiter) return () => NO_LIMIT
  return (budget) => {
    const ledger = openLedger(budget, createLimiter)
    return {
      admit: async (key) => guessOf(ledger, key),
      admitWrong: async (key) => {
        const guess = await guessOf(ledger, key)
        await guess.countFirst()
        return guess
      },
    }
  }
}

interface Ledger {
  readonly budget: GuessBudget
  /** numbers of wrong attempts, by key */
  readonly failures: RateLimiterAbstract
  /**
   * current waits, by key. Once the free attempts are used up, each admitted attempt starts a wait, even before its
   * secret is checked.
   */
  readonly waits: RateLimiterAbstract
}

function openLedger(budget: GuessBudget, createLimiter: CreateLimiter): Ledger {
  const wait = { ...budget, name: `${budget.name}-wait`, points: 1, seconds: budget.maxWaitSeconds }
  return { budget, failures: createLimiter(budget), waits: createLimiter(wait) }
}

/**
 * @param failures number of wrong attempts
 * @returns the wait before the next attempt, in seconds
 */
function waitAfter({ points, firstWaitSeconds, maxWaitSeconds }: GuessBudget, failures: number): number {
  return Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** Math.min(failures - points, 30))
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
      // Concurrent attempts may all be admitted before the first is counted. Therefore, an attempt beyond the free ones
      // starts a wait here, or is refused if a wait has already started.
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

/** Stores the number of wrong attempts. The number expires after the wait plus the period of the limit. */
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
 * @returns `state`, or undefined if it has expired. The memory store of rate-limiter-flexible may still return a state
 *   that has just expired.
 */
function lasting(state: RateLimiterRes | null): RateLimiterRes | undefined {
  return state && state.msBeforeNext > 0 ? state : undefined
}
