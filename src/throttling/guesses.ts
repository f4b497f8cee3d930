import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { makeLimiter, refuse, type Budget, type ThrottleOptions } from './throttle.ts'

/** How many wrong guesses are free, and how long to wait after each further one. */
export interface GuessBudget extends Budget {
  /** wait after the last free guess in seconds; it doubles with each wrong one after it */
  readonly firstWaitSeconds: number
  readonly mostWaitSeconds: number
}

/** A guess that may be looked at; whoever has looked says what came of it. */
export interface Guess {
  /** Counts it, and begins the wait if there is one. */
  wrong(): Promise<void>
  /** Forgets all that were wrong. */
  right(): Promise<void>
  /** As if it had not been made: it was right but not enough, or could not be looked at. */
  withdraw(): Promise<void>
}

/** Slows down guessing at secrets, each named by a key. */
export interface Guesses {
  /**
   * Where none is free any more, one is admitted after each wait, however many come at once.
   * @throws AppError `too_many_requests` while a wait lasts, with its seconds in `details.retryAfterSeconds`
   */
  admit(key: string): Promise<Guess>
  /** Admits a guess that is counted as wrong at once, because it is looked at faster than counted. @throws as `admit` */
  admitWrong(key: string): Promise<Pick<Guess, 'right'>>
}

export type MakeGuesses = (budget: GuessBudget) => Guesses

const done = async (): Promise<void> => undefined
const FREE: Guess = { wrong: done, right: done, withdraw: done }
const NO_LIMIT: Guesses = { admit: async () => FREE, admitWrong: async () => FREE }

/** @returns a maker of what slows guessing down; the library behind it is loaded at first use */
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
  /** how many were wrong */
  readonly failures: RateLimiterAbstract
  /** there while a wait lasts; whoever makes it is admitted */
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

/** @returns seconds to wait after so many wrong guesses */
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
      // Of free ones that came at once, some were more than there are.
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

/** Beyond the free ones the number is kept for as long as the wait, and the span of the budget after it. */
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

/** In memory what is over stays for a moment. */
function lasting(state: RateLimiterRes | null): RateLimiterRes | undefined {
  return state && state.msBeforeNext > 0 ? state : undefined
}
