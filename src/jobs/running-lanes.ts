import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'

/** Id of the advisory lock of claims: the letters "lane" in ASCII. All versions must use the same id. */
const LOCK_ID = 0x6c616e65
/** Reads the running jobs of all processes through the index `job_running`; there are as many as slots. */
const COUNT_LANES = `select lane, count(*)::integer as running from job
  where locked_by is not null and lane is not null group by lane`

/**
 * Locks the claims of all processes until the transaction ends, and counts the running jobs of each lane in all processes.
 * Without the lock, two processes could count the same jobs and together exceed the limit of a lane. Only for PostgreSQL, as
 * SQLite has one process.
 */
export async function lockAndCountLanes(tx: Tx): Promise<ReadonlyMap<string, number>> {
  await rawSql(tx, 'select pg_advisory_xact_lock($1)', [LOCK_ID])
  const rows = await rawSql<{ lane: string; running: number }>(tx, COUNT_LANES, [])
  return new Map(rows.map(({ lane, running }) => [lane, running]))
}
