import type { Database } from '../../db/database.ts'
import { FETCH_REASONS, knownReason, type FetchReason } from './fetch-failure.ts'

/** A host whose pages could not be had, over all accounts; whose entries they are is not told. */
export interface FailingHost {
  readonly host: string
  /** entries whose last fetch failed */
  readonly entries: number
  /** of the latest failure */
  readonly reason: FetchReason
  readonly message: string
  /** when that was, ISO text in UTC */
  readonly failedAt: string
}

interface Row {
  readonly host: string
  readonly entries: number | string
  readonly reason: string
  readonly failed_at: string
}

/** One walk along the index of failures; `latest` is 1 for the last failure of its host. */
const LIST = `
  select host, entries, reason, failed_at from (
    select domain_name as host, fetch_reason as reason, fetch_failed_at as failed_at,
      count(*) over (partition by domain_name) as entries,
      row_number() over (partition by domain_name order by fetch_failed_at desc, fetch_reason) as latest
    from entry where fetch_failed_at is not null and domain_name is not null
  ) as failures
  where latest = 1 order by entries desc, host limit $1`

/** @returns the hosts with the most failures first, `limit` at most */
export async function listFailingHosts(
  database: Pick<Database, 'prepare'>,
  limit: number,
): Promise<readonly FailingHost[]> {
  const rows = await database.prepare<Row>(LIST).all(limit)
  return rows.map((row) => {
    const reason = knownReason(row.reason)
    const { host, failed_at: failedAt } = row
    return { host, entries: Number(row.entries), reason, message: FETCH_REASONS[reason], failedAt }
  })
}
