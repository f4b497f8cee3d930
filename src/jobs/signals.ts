/**
 * Notifies requests that wait for an event, in this process or another. Signals may be lost; this only delays a
 * request, because every wait also checks the database at intervals.
 */
export interface Signals {
  /** Signals an event of a topic, such as `entry:12`. Must be called after the commit. */
  notify(topic: string): Promise<void>
  /**
   * Waits until `isDone` returns true. It is called immediately, after each signal for the topic, and every second.
   * @returns false if `timeoutMs` passed or `signal` was aborted before `isDone` returned true
   */
  waitFor(topic: string, isDone: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}
