import { asFailure, FetchFailure } from '../fetch-failure.ts'

interface Phase {
  readonly name: string
  readonly ms: number
  /** ends the phase when it is aborted. If the reason of the abort is a FetchFailure, the phase fails with it. */
  readonly signal: AbortSignal
}

/**
 * Runs `work` with the time limit of a phase. When the signal that `work` receives is aborted, `work` must release its
 * resources and end.
 * @throws FetchFailure `timed_out` after the time limit, or the reason if the phase was aborted; otherwise the error of
 *   `work`
 */
export async function withDeadline<T>(phase: Phase, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const inner = new AbortController()
  const passOn = (): void => inner.abort(asFailure(phase.signal.reason, 'timed_out'))
  const timer = setTimeout(() => inner.abort(timeoutFailure(phase)), phase.ms)
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
 * Waits for work that cannot be aborted, such as the resolution of a name. Once the signal is aborted, rejects and
 * ignores the result.
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

function timeoutFailure({ name, ms }: Phase): FetchFailure {
  return new FetchFailure('timed_out', `${name} took longer than ${Math.round(ms)} ms`)
}
