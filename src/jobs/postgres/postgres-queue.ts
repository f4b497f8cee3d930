import type { Tx } from '../../db/schema.ts'
import { storableJson } from '../../kernel/plain-text.ts'
import { jobFlags } from '../job-flags.ts'
import { MAX_ATTEMPTS, type JobQueue } from '../job-queue.ts'
import { rawSql } from '../../db/raw-sql.ts'

const ADD_JOB = `
select id from graphile_worker.add_job(
  $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5::text,
  priority => $6::int, flags => $7::text[])`

/**
 * The queue over the tables of graphile-worker, whose function also tells the workers when the transaction commits.
 * A waiting job with the same key is replaced; a running one loses its key and its further tries to the new one.
 */
export const postgresQueue: JobQueue = {
  enqueue: async (tx, name, payload, options = {}) => {
    const { runAt, dedupeKey = null, priority = 0 } = options
    const flags = jobFlags(options)
    await addJob(tx, [
      name,
      storableJson(payload),
      runAt?.toISOString() ?? null,
      MAX_ATTEMPTS,
      dedupeKey,
      priority,
      flags.length > 0 ? flags : null,
    ])
  },
}

/** When the waiting job with the key is claimed while the function runs, it adds nothing and says so with a null. */
async function addJob(tx: Tx, parameters: readonly unknown[]): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [row] = await rawSql<{ id: number | null }>(tx, ADD_JOB, parameters)
    if (row && row.id !== null) return
  }
  throw new Error('the job was not added: one with its key was claimed again and again')
}
