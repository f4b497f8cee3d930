import { asFailure, FetchFailure } from '../fetch-failure.ts'

export interface Phase {
  readonly name: string
  readonly ms: number
  /** ends the phase when aborted. If its reason is a FetchFailure, the phase ends with this failure. */
  readonly signal: AbortSignal
}

/**
 * Runs work with the time limit of a phase. When the work's signal is aborted, the work must release its resources and
 * end.
 * @throws FetchFailure timed_out at the time limit, the reason of the phase's signal, or an earlier error of the work
 */
export async function withDeadline<T>(phase: Phase, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const inner = new AbortController()
  const passOn = (): void => inner.abort(asFailure(phase.signal.reason, 'timed_out'))
  const timer = setTimeout(() => inner.abort(overdue(phase)), phase.ms)
  phase.signal.addEventListener('abort', passOn)
  if (phase.signal.aborted) passOn()
  try {
    return await work(inner.signal)
  } catch (error) {
    throw inner.signal.aborted ? inner.signal.reason : error
  } finally {
    clearTimeout(timer)
    phase.signal.removeEventListener('abort', passOn)
  }
}

/**
 * Waits for work that cannot be aborted, such as name resolution. After the signal was aborted, its result is ignored.
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([aborted, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function overdue({ name, ms }: Phase): FetchFailure {
  return new FetchFailure('timed_out', `${name} took longer than ${Math.round(ms)} ms`)
}
