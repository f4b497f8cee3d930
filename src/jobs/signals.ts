/**
 * News between the parts that do work and the requests that wait for it, in this process or another.
 * A lost signal costs time, never data: who waits looks at the database again.
 */
export interface Signals {
  /** Says that something happened to `topic`, such as `entry:12`. Called after the commit. */
  notify(topic: string): Promise<void>
  /**
   * Waits until `isDone` says so. It is asked at once, after each signal for the topic, and every second besides.
   * @returns whether it was done before `timeoutMs` had passed or `signal` was aborted
   */
  waitFor(topic: string, isDone: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}
