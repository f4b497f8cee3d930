/**
 * Notifies requests that wait for an event, in this process and in others. A lost signal only delays a request, because
 * every wait also checks the database at intervals.
 */
export interface Signals {
  /** Sends a signal for a topic, such as `entry:12`. Call it after the commit of the change. */
  notify(topic: string): Promise<void>
  /**
   * Waits until `isDone` returns true. Calls `isDone` immediately, after each signal for the topic, and every second.
   * @returns false if `timeoutMs` passed or `signal` was aborted before `isDone` returned true
   */
  waitFor(topic: string, isDone: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}
