import type { Database } from '../../db/database.ts'
import { FETCH_REASONS, knownReason, type FetchReason } from './fetch-failure-reasons.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { findEntry } from '../entry.repository.ts'
import { enqueueRefetch } from './enqueue-fetch.ts'

/** A host with failed fetches, counted over all accounts. Does not contain the owners of the entries. */
export interface FailingHost {
  readonly host: string
  /** number of entries whose last fetch failed */
  readonly entries: number
  /** reason of the latest failure */
  readonly reason: FetchReason
  readonly message: string
  /** time of the latest failure, ISO text in UTC */
  readonly failedAt: string
}

interface Row {
  readonly host: string
  readonly entries: number | string
  readonly reason: string
  readonly failed_at: string
}

/** Maximum number of fetches that one request enqueues. The operator sends another request for more. */
const MAX_REFETCHES = 500

/** Number of entries per transaction. Small, so that other writes can run between two transactions. */
const BATCH_SIZE = 25

/** Selects entries of a host with failed fetches. Leaves out the entries of closed and blocked accounts. */
const FAILED_ENTRIES = `
  select entry.user_id, entry.id from entry join users on users.id = entry.user_id
  where entry.domain_name = $1 and entry.fetch_failed_at is not null and entry.fetch_state <> 'pending'
    and users.is_enabled = 1
  order by entry.user_id, entry.id limit ${MAX_REFETCHES}`

/** Lists hosts in one pass over the index of failures. For each host, `latest = 1` selects the most recent failure. */
const LIST_HOSTS_SQL = `
  select host, entries, reason, failed_at from (
    select domain_name as host, fetch_reason as reason, fetch_failed_at as failed_at,
      count(*) over (partition by domain_name) as entries,
      row_number() over (partition by domain_name order by fetch_failed_at desc, fetch_reason) as latest
    from entry where fetch_failed_at is not null and domain_name is not null
  ) as failures
  where latest = 1 order by entries desc, host limit $1`

/** @returns at most `limit` hosts, ordered by descending number of failures */
export async function listFailingHosts(
  database: Pick<Database, 'prepare'>,
  limit: number,
): Promise<readonly FailingHost[]> {
  const rows = await database.prepare<Row>(LIST_HOSTS_SQL).all(limit)
  return rows.map((row) => {
    const reason = knownReason(row.reason)
    const { host, failed_at: failedAt } = row
    return { host, entries: Number(row.entries), reason, message: FETCH_REASONS[reason], failedAt }
  })
}

export interface RefetchHostDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/**
 * Enqueues new fetches of a host's failed pages, for all accounts. Fields that owners have set stay unchanged. If a
 * fetch fails again, the entry keeps its text.
 * @param requestId id of the HTTP request, for the log of the fetches
 * @returns the number of enqueued fetches, at most `MAX_REFETCHES`
 */
export async function refetchHost(deps: RefetchHostDeps, host: string, requestId: string): Promise<number> {
  const rows = await deps.database.prepare<{ user_id: number; id: number }>(FAILED_ENTRIES).all(host)
  let enqueued = 0
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE)
    for (const [owner, owned] of Map.groupBy(batch, (row) => Number(row.user_id) as UserId)) {
      const ids = owned.map(({ id }) => Number(id) as EntryId)
      enqueued += await refetchEntries(deps, owner, ids, requestId)
    }
  }
  return enqueued
}

async function refetchEntries(
  deps: RefetchHostDeps,
  owner: UserId,
  ids: readonly EntryId[],
  requestId: string,
): Promise<number> {
  return ownerTransaction(deps.database, owner, async (tx) => {
    let enqueued = 0
    for (const id of ids) {
      const entry = await findEntry(tx, owner, id)
      if (!entry || entry.fetchState === 'pending') continue
      await enqueueRefetch(deps, tx, entry, { requestId, isBulk: true })
      enqueued++
    }
    return enqueued
  })
}
