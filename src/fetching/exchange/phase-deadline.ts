import { asFailure, FetchFailure } from '../fetch-failure.ts'

export interface Phase {
  readonly name: string
  readonly ms: number
  /** aborting it with a FetchFailure ends the phase with that failure */
  readonly signal: AbortSignal
}

/**
 * Runs work that must end within the phase. The work gets a signal; when that aborts, it frees what it holds and ends.
 * @throws FetchFailure timed_out, or the reason of the outer signal, or what the work throws before either
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

/** Waits for what cannot be aborted, such as a name resolution; its late result is dropped. */
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
