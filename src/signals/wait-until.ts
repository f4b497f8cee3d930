import type { WaitOptions } from './signals.ts'

/** Wakes the functions that wait for a topic. */
export interface Wakeups {
  /**
   * Calls `wake` at each signal for the topic, and whenever signals may have been lost.
   * @returns a function that ends the subscription
   */
  subscribe(topic: string, wake: () => void): () => void
}

/**
 * Waits until `isDone` returns true. Calls it immediately, after each wake-up and at intervals, but never twice at the
 * same time.
 * @returns false if the time limit passed or the signal was aborted before `isDone` returned true
 */
export async function waitUntil(
  wakeups: Wakeups,
  topic: string,
  isDone: () => Promise<boolean>,
  { timeoutMs, checkEveryMs = 1000, signal }: WaitOptions,
): Promise<boolean> {
  const end = Promise.withResolvers<false>()
  const event = new AutoResetEvent()
  const finish = () => end.resolve(false)
  const timer = setTimeout(finish, timeoutMs)
  const unsubscribe = wakeups.subscribe(topic, () => event.set())
  const ticker = setInterval(() => event.set(), checkEveryMs)
  signal?.addEventListener('abort', finish, { once: true })
  if (signal?.aborted) finish()
  try {
    return await Promise.race([end.promise, checkUntilDone(isDone, event)])
  } finally {
    event.stop()
    unsubscribe()
    clearTimeout(timer)
    clearInterval(ticker)
    signal?.removeEventListener('abort', finish)
  }
}

async function checkUntilDone(isDone: () => Promise<boolean>, event: AutoResetEvent): Promise<boolean> {
  while (!event.isStopped) {
    if (await isDone()) return true
    await event.wait()
  }
  return false
}

/** Wakes one waiting function. If it is set while no function waits, the next wait ends immediately. */
class AutoResetEvent {
  #isSet = false
  #wake: (() => void) | undefined
  isStopped = false

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  stop(): void {
    this.isStopped = true
    this.set()
  }

  async wait(): Promise<void> {
    if (!this.#isSet) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
    this.#isSet = false
  }
}
