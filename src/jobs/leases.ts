import type { Database, Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { isOwnerEnded } from './claim-names.ts'
import { DIED_WITH_PROCESS } from './claimed-job.ts'
import type { JobDeath } from './job-log.ts'
import { IS_DELAYED, IS_SUPERSEDED, jobSql } from './job-sql.ts'

/** The claims of this process. */
interface OwnClaims {
  /** start of the names of all its claims */
  readonly runner: string
  /** the claims whose jobs run, or whose results are being recorded */
  readonly known: readonly string[]
}

/** Does not wait for rows that are locked, because results are recorded for several jobs at once. */
const RENEW = jobSql(
  ({ now, inTexts, inResultOf, skipLocked }) => `
update job set locked_until = ${now} + $1
where id ${inResultOf(`select id from job where locked_by is not null and locked_by ${inTexts('$2')} ${skipLocked}`)}`,
)

/** Extends the leases of these claims. Ignores claims that another process has taken over. */
export async function renewLeases(database: Database, claims: readonly string[], leaseMs: number): Promise<void> {
  await database.transaction((tx) => rawSql(tx, RENEW[database.dialect], [leaseMs, JSON.stringify(claims)]))
}

/** Maximum number of jobs that become due at once. */
const MAX_NEWLY_DUE = 1000

const SET_DUE = jobSql(
  ({ now, inResultOf, skipLocked }) => `
update job set is_due = 1 where id ${inResultOf(`select job.id from job where ${IS_DELAYED} and run_at <= ${now}
  order by run_at limit ${MAX_NEWLY_DUE} ${skipLocked}`)}`,
)

/** Makes delayed jobs due whose time has come. */
export async function setDue(tx: Tx, dialect: Dialect): Promise<void> {
  await rawSql(tx, SET_DUE[dialect], [])
}

const EXPIRED = jobSql(
  ({ now, inTexts, skipLocked }) => `
select id, locked_by from job
where locked_by is not null and locked_until < ${now} and not locked_by ${inTexts('$1')} ${skipLocked}`,
)

/**
 * Frees the jobs whose lease has expired. A known claim of this process is never freed. This process is alive, so its
 * leases can look expired only after a jump of the clock. An unknown claim of this process was committed, but the
 * connection was lost before the response arrived, so the job did not run and the attempt does not count.
 * @returns the jobs that are dead now, because their last attempt was interrupted
 */
export async function releaseExpiredLeases(tx: Tx, dialect: Dialect, own: OwnClaims): Promise<readonly JobDeath[]> {
  const expired = await rawSql<Lease>(tx, EXPIRED[dialect], [JSON.stringify(own.known)])
  for (const lease of expired.filter(({ locked_by: claim }) => claim.startsWith(own.runner))) {
    await rawSql(tx, UNCOUNT[dialect], [lease.id])
  }
  return freeLeases(tx, dialect, expired)
}

/**
 * Frees the jobs of processes of this machine that have ended, although the leases of these jobs have not expired yet.
 * Only for SQLite, whose processes all run on one machine.
 * @returns the jobs that are dead now, because their last attempt was interrupted
 */
export async function releaseLeasesOfEndedProcesses(database: Database): Promise<readonly JobDeath[]> {
  const leases = await database.prepare<Lease>('select id, locked_by from job where locked_by is not null').all()
  const ended = leases.filter(({ locked_by: claim }) => isOwnerEnded(claim))
  return ended.length === 0 ? [] : database.transaction((tx) => freeLeases(tx, database.dialect, ended))
}

interface Lease {
  readonly id: number
  readonly locked_by: string
}

const UNCOUNT = jobSql(() => 'update job set attempts = attempts - 1 where id = $1')

const DROP_SUPERSEDED = jobSql(() => `delete from job where id = $1 and locked_by = $2 and ${IS_SUPERSEDED}`)

/**
 * Frees a job, or marks it as dead after its last attempt. The interrupted attempt counts. Otherwise, a job that
 * crashes its process would run forever.
 */
const FREE = jobSql(
  ({ now }) => `
update job set locked_by = null, locked_until = null,
  is_dead = case when attempts >= max_attempts then 1 else 0 end,
  run_at = case when attempts >= max_attempts then ${now} else run_at end,
  last_error = case when attempts >= max_attempts then $3 else last_error end
where id = $1 and locked_by = $2
returning name, is_dead`,
)

async function freeLeases(tx: Tx, dialect: Dialect, leases: readonly Lease[]): Promise<readonly JobDeath[]> {
  const deaths: JobDeath[] = []
  for (const { id, locked_by: claim } of leases) {
    await rawSql(tx, DROP_SUPERSEDED[dialect], [id, claim])
    const text = FREE[dialect]
    const [row] = await rawSql<{ name: string; is_dead: number }>(tx, text, [id, claim, DIED_WITH_PROCESS])
    if (row?.is_dead) deaths.push({ jobId: id, name: row.name, reason: DIED_WITH_PROCESS })
  }
  return deaths
}
