import type { Signals } from './signals.ts'
import { waitUntil, type Wakeups } from './wait-until.ts'

/** Functions of this process that wait for a signal, by topic. */
export class Waiters implements Wakeups {
  readonly #wakes = new Map<string, Set<() => void>>()

  subscribe(topic: string, wake: () => void): () => void {
    const wakes = this.#wakes.get(topic) ?? new Set()
    this.#wakes.set(topic, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0 && this.#wakes.get(topic) === wakes) this.#wakes.delete(topic)
    }
  }

  wake(topic: string): void {
    for (const wake of this.#wakes.get(topic) ?? []) wake()
  }

  wakeAll(): void {
    for (const topic of this.#wakes.keys()) this.wake(topic)
  }
}

/** Creates signals for a database that only this process uses. `close` ends all waits as if their time had passed. */
export function localSignals(): Signals {
  const waiters = new Waiters()
  const closing = new AbortController()
  return {
    notify: async (topic) => waiters.wake(topic),
    // The writing transactions of a process run one after another, so a subscriber that is woken now writes after the commit.
    notifyAfter: async (_tx, topic) => waiters.wake(topic),
    subscribe: (topic, wake) => waiters.subscribe(topic, wake),
    waitFor: (topic, isDone, options) => waitUntil(waiters, topic, isDone, orClosed(options, closing.signal)),
    close: async () => closing.abort(),
  }
}

/** @returns the options of a wait. Their signal is now also aborted when `closed` is aborted. */
export function orClosed<T extends { readonly signal?: AbortSignal }>(options: T, closed: AbortSignal): T {
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, closed]) : closed }
}
