import type { Generated } from 'kysely'

/** A job in the queue. Times are in milliseconds since 1970, by the clock of the database. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** JSON */
  payload: string
  /** user whose limit of running jobs applies to the job; 0 for jobs of the installation */
  user_id: Generated<number>
  /**
   * name of a shared resource, such as a host, that limits the number of concurrent jobs; null for jobs without such a
   * limit
   */
  lane: string | null
  dedupe_key: string | null
  priority: Generated<number>
  /** earliest start; of a dead job, the time of its last attempt */
  run_at: number
  /** 1 if a waiting job may start; a poll sets it after `run_at` */
  is_due: Generated<number>
  attempts: Generated<number>
  max_attempts: number
  /** name of the claim of the process that runs the job; null if it does not run */
  locked_by: string | null
  locked_until: number | null
  last_error: string | null
  is_dead: Generated<number>
}
