import type { Database } from '../db/database.ts'
import type { Db, Tx } from '../db/schema.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { readQueueState } from '../jobs/queue-state.ts'
import type { LatencyCounts } from './latency-classes.ts'

/** What a process counted in a few minutes, and the state of the queue at their end. */
export interface ActivitySample {
  /** ISO time at which counting began */
  readonly startedAt: string
  readonly latencies: LatencyCounts
  readonly serverErrors: number
  /** number of jobs that were due */
  readonly dueJobs: number
  /** how long the job that had been due longest had waited, in milliseconds */
  readonly oldestDueMs: number
}

/** Stores a sample with the present state of the queue. A power failure may undo it. */
export async function insertSample(
  database: Database,
  { startedAt, latencies, serverErrors }: Omit<ActivitySample, 'dueJobs' | 'oldestDueMs'>,
): Promise<void> {
  const { dueJobs, oldestDueMs } = await readQueueState(database)
  const counts = { latencies: JSON.stringify(latencies), server_errors: serverErrors }
  const row = {
    started_at: startedAt,
    sample_key: randomBase36(8),
    ...counts,
    due_jobs: dueJobs,
    oldest_due_ms: oldestDueMs,
  }
  await database.transaction((tx) => tx.insertInto('activity_sample').values(row).execute(), { isDeferred: true })
}

/** @returns the samples that were begun at or after an ISO time */
export async function listSamples(db: Db, since: string): Promise<readonly ActivitySample[]> {
  const rows = await db.selectFrom('activity_sample').selectAll().where('started_at', '>=', since).execute()
  return rows.map((row) => ({
    startedAt: row.started_at,
    latencies: JSON.parse(row.latencies) as LatencyCounts,
    serverErrors: row.server_errors,
    dueJobs: row.due_jobs,
    oldestDueMs: row.oldest_due_ms,
  }))
}

/** Deletes the samples that were begun before an ISO time. */
export async function deleteOldSamples(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('activity_sample').where('started_at', '<', before).execute()
}
