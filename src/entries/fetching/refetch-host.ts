import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { findEntry } from '../entry.repository.ts'
import { orderFetch } from './order-fetch.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface RefetchHostDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/** Entries that are ordered at once; what is left is ordered by asking again. */
const REFETCHED_AT_ONCE = 500
/** Ordered in one transaction, so that others have their turn between. */
const PIECE = 25

/** Of accounts that are closed or shut out nothing is fetched. */
const LIST = `
  select entry.user_id, entry.id from entry join users on users.id = entry.user_id
  where entry.domain_name = $1 and entry.fetch_failed_at is not null and entry.fetch_state <> 'pending'
    and users.is_enabled = 1
  order by entry.user_id, entry.id limit ${REFETCHED_AT_ONCE}`

/**
 * Orders the pages of a host that could not be had to be fetched again, for all accounts. What their owners have set
 * themselves is kept, and what cannot be had again stays as it is.
 * @param requestId so that the log of a fetch leads back to the click
 * @returns how many were ordered, `REFETCHED_AT_ONCE` at most
 */
export async function refetchHost(deps: RefetchHostDeps, host: string, requestId: string): Promise<number> {
  const rows = await deps.database.prepare<{ user_id: number; id: number }>(LIST).all(host)
  let ordered = 0
  for (let start = 0; start < rows.length; start += PIECE) {
    const piece = rows.slice(start, start + PIECE)
    for (const [owner, owned] of Map.groupBy(piece, (row) => Number(row.user_id) as UserId)) {
      const ids = owned.map(({ id }) => Number(id) as EntryId)
      ordered += await refetchEntries(deps, owner, ids, requestId)
    }
  }
  return ordered
}

async function refetchEntries(
  deps: RefetchHostDeps,
  owner: UserId,
  ids: readonly EntryId[],
  requestId: string,
): Promise<number> {
  return ownerTransaction(deps.database, owner, async (tx) => {
    let ordered = 0
    for (const id of ids) {
      const entry = await findEntry(tx, owner, id)
      if (!entry || entry.fetchState === 'pending') continue
      await orderFetch(deps, tx, entry, requestId)
      ordered++
    }
    return ordered
  })
}
