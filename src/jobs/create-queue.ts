import type { Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Signals } from '../signals/signals.ts'
import { MAX_ATTEMPTS, type JobQueue } from './job-queue.ts'
import { jobSql } from './job-sql.ts'

/** Topic of the signal that wakes the runners of all processes. */
export const JOBS_TOPIC = 'jobs'

/** Replaces a waiting job with the same key, and gives it all its attempts again. Does not change a running job. */
const INSERT = jobSql(
  ({ now }) => `
insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, is_due, max_attempts)
values ($1, $2, $3, $4, $5, $6, coalesce($7, ${now}), case when $7 > ${now} then 0 else 1 end, $8)
on conflict (dedupe_key) where locked_by is null and is_dead = 0 do update set
  name = excluded.name, payload = excluded.payload, user_id = excluded.user_id, lane = excluded.lane,
  priority = excluded.priority, run_at = excluded.run_at, is_due = excluded.is_due, attempts = 0, last_error = null`,
)

/** @returns the queue in the table `job` */
export function createQueue(dialect: Dialect, signals: Signals): JobQueue {
  return {
    enqueue: async (tx, name, payload, options = {}) => {
      const { userId = 0, lane = null, dedupeKey = null, priority = 0, runAt } = options
      const values = [userId, lane, dedupeKey, priority, runAt?.getTime() ?? null, MAX_ATTEMPTS]
      await rawSql(tx, INSERT[dialect], [name, JSON.stringify(payload), ...values])
      await signals.notifyAfter(tx, JOBS_TOPIC)
    },
  }
}
