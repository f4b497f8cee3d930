import type { Tx } from '../../db/schema.ts'
import { MAX_ATTEMPTS, type JobOptions, type JobQueue } from '../job-queue.ts'
import { rawSql } from '../../db/raw-sql.ts'

/**
 * @param onEnqueue called after a job was added and before the transaction commits. It may request a claim: the writing
 *   transactions of a process run one after another, so the claim runs after the commit.
 */
export function sqliteQueue(onEnqueue: () => void): JobQueue {
  return {
    enqueue: async (tx, name, payload, options = {}) => {
      await insertJob(tx, name, JSON.stringify(payload), options)
      onEnqueue()
    },
  }
}

/** Replaces a waiting job with the same key, and gives it all its attempts again. Does not change a running job. */
const INSERT_SQL = `
insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, max_attempts, created_at)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
on conflict (dedupe_key) where locked_by is null and is_dead = 0 do update set
  name = excluded.name, payload = excluded.payload, user_id = excluded.user_id, lane = excluded.lane,
  priority = excluded.priority, run_at = excluded.run_at, attempts = 0, last_error = null`

async function insertJob(tx: Tx, name: string, payload: string, options: JobOptions): Promise<void> {
  const { userId = null, lane = null, dedupeKey = null, priority = 0 } = options
  const now = new Date().toISOString()
  const runAt = options.runAt?.toISOString() ?? now
  await rawSql(tx, INSERT_SQL, [name, payload, userId, lane, dedupeKey, priority, runAt, MAX_ATTEMPTS, now])
}
