import type { Tx } from '../../db/schema.ts'
import { storableJson } from '../../kernel/storable-text.ts'
import { jobFlags } from '../concurrency-flags.ts'
import { MAX_ATTEMPTS, type JobQueue } from '../job-queue.ts'
import { rawSql } from '../../db/raw-sql.ts'

const ADD_JOB = `
select id from graphile_worker.add_job(
  $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5::text,
  priority => $6::int, flags => $7::text[])`

/**
 * The queue in the tables of graphile-worker. Its function `add_job` notifies the workers when the transaction commits.
 * If a job with the same key is waiting, `add_job` replaces it. If one is running, it loses the key and is not retried.
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

/**
 * Adds a job. If a waiting job with the same key is claimed at the same moment, `add_job` adds nothing and returns
 * null. In this case, this function calls `add_job` again.
 */
async function addJob(tx: Tx, parameters: readonly unknown[]): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [row] = await rawSql<{ id: number | null }>(tx, ADD_JOB, parameters)
    if (row && row.id !== null) return
  }
  throw new Error('the job was not added: one with its key was claimed again and again')
}
