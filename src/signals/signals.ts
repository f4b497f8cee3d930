import type { Tx } from '../db/schema.ts'

/**
 * Notifies requests that wait for an event, in this process and in others. A lost signal only delays a request, because
 * every wait also checks the database at intervals.
 */
export interface Signals {
  /** Sends a signal for a topic, such as `entry:12`. Call it after the commit of the change. */
  notify(topic: string): Promise<void>
  /** Sends a signal when the transaction commits. It wakes this process too. */
  notifyAfter(tx: Tx, topic: string): Promise<void>
  /**
   * Calls `wake` at each signal for the topic, and whenever signals may have been lost.
   * @returns a function that ends the subscription
   */
  subscribe(topic: string, wake: () => void): () => void
  /**
   * Waits until `isDone` returns true. Calls `isDone` immediately, after each signal for the topic, and at intervals,
   * because signals may be lost.
   * @returns false if `timeoutMs` passed or `signal` was aborted before `isDone` returned true
   */
  waitFor(topic: string, isDone: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  /** milliseconds between two calls of `isDone` without a signal; default: a second */
  readonly checkEveryMs?: number
  readonly signal?: AbortSignal
}
