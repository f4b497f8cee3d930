/**
 * Notifications between the code that does work and the requests that wait for it, in this process or another. A lost
 * signal costs time, never data: every wait checks the database again.
 */
export interface Signals {
  /** Signals an event of `topic`, such as `entry:12`. Called after the commit. */
  notify(topic: string): Promise<void>
  /**
   * Waits until `isDone` returns true. It is called at once, after each signal for the topic, and every second.
   * @returns whether it was done before `timeoutMs` had passed or `signal` was aborted
   */
  waitFor(topic: string, isDone: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}
