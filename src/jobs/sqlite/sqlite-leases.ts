import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/schema.ts'
import { DIED_WITH_PROCESS } from '../claimed-job.ts'
import type { JobDeath } from '../job-log.ts'
import { isOwnerEnded } from './claim-names.ts'
import { rawSql } from '../../db/raw-sql.ts'

interface Lease {
  readonly id: number
  readonly locked_by: string
}

/** Extends the leases of these claims. Ignores claims that another process has taken over. */
export async function renewLeases(database: Database, claims: readonly string[], until: Date): Promise<void> {
  const text = 'update job set locked_until = ?1 where locked_by in (select value from json_each(?2))'
  await database.transaction((tx) => rawSql(tx, text, [until.toISOString(), JSON.stringify(claims)]))
}

/**
 * Frees the jobs of processes that have ended, although the leases of these jobs have not expired yet.
 * @returns the jobs that are dead now, because their last attempt was interrupted
 */
export async function releaseLeasesOfEndedProcesses(database: Database): Promise<readonly JobDeath[]> {
  const leases = await database.prepare<Lease>('select id, locked_by from job where locked_by is not null').all()
  const deleted = leases.filter(({ locked_by: claim }) => isOwnerEnded(claim))
  return deleted.length === 0 ? [] : database.transaction((tx) => freeLeases(tx, deleted))
}

/**
 * Frees the jobs whose lease has expired.
 * @param own claims of this process, which are never freed. This process is alive, so their leases can look expired
 *   only after a jump of the clock.
 * @returns the jobs that are dead now, because their last attempt was interrupted
 */
export async function releaseExpiredLeases(tx: Tx, now: Date, own: readonly string[]): Promise<readonly JobDeath[]> {
  const text = `select id, locked_by from job where locked_by is not null and locked_until < ?1
    and locked_by not in (select value from json_each(?2))`
  return freeLeases(tx, await rawSql<Lease>(tx, text, [now.toISOString(), JSON.stringify(own)]))
}

const DROP_SUPERSEDED = `
delete from job where id = ?1 and locked_by = ?2 and exists (
  select 1 from job newer
  where newer.dedupe_key = job.dedupe_key and newer.locked_by is null and newer.is_dead = 0)`

/**
 * Frees a job, or marks it as dead after its last attempt. The interrupted attempt counts. Otherwise, a job that
 * crashes its process would run forever.
 */
const FREE_JOB_SQL = `
update job set locked_by = null, locked_until = null, is_dead = attempts >= max_attempts,
  last_error = case when attempts >= max_attempts then ?3 else last_error end
where id = ?1 and locked_by = ?2
returning id, name, is_dead`

async function freeLeases(tx: Tx, leases: readonly Lease[]): Promise<readonly JobDeath[]> {
  const deaths: JobDeath[] = []
  for (const { id, locked_by: claim } of leases) {
    await rawSql(tx, DROP_SUPERSEDED, [id, claim])
    const [row] = await rawSql<{ name: string; is_dead: number }>(tx, FREE_JOB_SQL, [id, claim, DIED_WITH_PROCESS])
    if (row?.is_dead) deaths.push({ jobId: String(id), name: row.name, reason: DIED_WITH_PROCESS })
  }
  return deaths
}
