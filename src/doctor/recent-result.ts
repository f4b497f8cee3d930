import { endsWithin } from '../kernel/sleep.ts'

interface RecentResultOptions {
  /** milliseconds from the start of the work for which its result is used again */
  readonly maxAgeMs: number
  /** @returns milliseconds of a monotonic clock */
  readonly now?: () => number
}

/** The result of some work, and when it began. */
export interface RecentResult<Result> {
  /** time of the start, of the clock in the options */
  readonly startedAt: number
  /** absent while the work is running */
  readonly result?: Result
}

/**
 * Limits how often slow work runs, and how long its callers wait for it.
 * @param work is never called while it is running, and at most once in `maxAgeMs` unless it rejects
 * @returns a function that starts the work if there is no recent result, and waits up to `waitMs` milliseconds for it. It
 *   rejects if the work does.
 */
export function recentResult<Result>(
  work: () => Promise<Result>,
  { maxAgeMs, now = () => performance.now() }: RecentResultOptions,
): (waitMs: number) => Promise<RecentResult<Result>> {
  let [running, startedAt]: [Promise<Result> | undefined, number] = [undefined, 0]
  let isDone = false
  const start = (): Promise<Result> => {
    ;[startedAt, isDone] = [now(), false]
    const started = work()
    started.then(
      () => (isDone = true),
      () => (running = undefined),
    )
    return started
  }
  return async (waitMs) => {
    if (isDone && now() - startedAt >= maxAgeMs) running = undefined
    const current = (running ??= start())
    const times = { startedAt }
    return (await endsWithin(current, waitMs)) ? { ...times, result: await current } : times
  }
}
