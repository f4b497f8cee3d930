/** What a process counted in a few minutes, and the state of the queue at their end (src/activity). */
export interface ActivitySampleTable {
  /** ISO time at which counting began */
  started_at: string
  /** a random text, because several processes may begin samples at the same time */
  sample_key: string
  /** JSON object of the numbers of requests by the class of their duration, see src/activity/latency-classes.ts */
  latencies: string
  server_errors: number
  due_jobs: number
  oldest_due_ms: number
}
