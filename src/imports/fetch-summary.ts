import { knownReason, type FetchReason } from '../entries/fetching/fetch-failure-reasons.ts'
import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'

/** The progress of the fetches that an import has enqueued, and their failures. */
export interface FetchSummary {
  /** number of pages of the import that are fetched, including those that have been fetched */
  readonly total: number
  /** number of pages that have not been fetched yet */
  readonly pending: number
  /** the failed fetches by their reason, the most frequent reason first */
  readonly failures: readonly FailureGroup[]
}

/** Pages whose fetches failed for the same reason. */
export interface FailureGroup {
  readonly reason: FetchReason
  /** number of pages */
  readonly total: number
  /** hosts with the most failures, at most `MAX_HOSTS` */
  readonly hosts: readonly FailingHost[]
}

interface FailingHost {
  readonly host: string
  /** number of pages */
  readonly total: number
  /** one of the pages */
  readonly page: { readonly id: number; readonly url: string }
}

/** Maximum number of hosts in a group. */
const MAX_HOSTS = 20
/** Maximum number of pairs of reason and host that are read. */
const MAX_PAIRS = 1000

export const NO_FETCHES: FetchSummary = { total: 0, pending: 0, failures: [] }

function importedPages(db: Db, owner: UserId) {
  return db
    .selectFrom('import_page')
    .innerJoin('entry', (join) =>
      join.onRef('entry.user_id', '=', 'import_page.user_id').onRef('entry.id', '=', 'import_page.entry_id'),
    )
    .where('import_page.user_id', '=', owner)
}

export async function findFetchSummary(db: Db, owner: UserId, id: number): Promise<FetchSummary> {
  const pages = importedPages(db, owner).where('import_page.import_id', '=', id)
  const states = await pages
    .select((select) => ['entry.fetch_state', select.fn.countAll<number>().as('total')])
    .groupBy('entry.fetch_state')
    .execute()
  const failed = pages.where('entry.fetch_state', '=', 'failed')
  const reasons = await failed
    .select((select) => ['entry.fetch_reason', select.fn.countAll<number>().as('total')])
    .groupBy('entry.fetch_reason')
    .execute()
  const hosts = await failed
    .select((select) => [
      'entry.fetch_reason',
      'entry.domain_name',
      select.fn.countAll<number>().as('total'),
      select.fn.min('entry.id').as('id'),
      select.fn.min('entry.url').as('url'),
    ])
    .groupBy(['entry.fetch_reason', 'entry.domain_name'])
    .orderBy('total', 'desc')
    .orderBy('entry.domain_name')
    .limit(MAX_PAIRS)
    .execute()
  const hostsOf = Map.groupBy(hosts, ({ fetch_reason: reason }) => reason)
  const failures = reasons
    .map(({ fetch_reason: reason, total }) => ({
      reason: knownReason(reason),
      total: Number(total),
      hosts: (hostsOf.get(reason) ?? []).slice(0, MAX_HOSTS).map((row) => ({
        host: row.domain_name ?? '',
        total: Number(row.total),
        page: { id: Number(row.id), url: row.url },
      })),
    }))
    .toSorted((one, other) => other.total - one.total)
  return {
    total: states.reduce((sum, { total }) => sum + Number(total), 0),
    pending: Number(states.find(({ fetch_state: state }) => state === 'pending')?.total ?? 0),
    failures,
  }
}

/** @returns the number of pages that have not been fetched yet, by the id of the import. Imports without such pages are missing. */
export async function countPendingFetches(db: Db, owner: UserId): Promise<ReadonlyMap<number, number>> {
  const rows = await importedPages(db, owner)
    .where('entry.fetch_state', '=', 'pending')
    .select((select) => ['import_page.import_id', select.fn.countAll<number>().as('total')])
    .groupBy('import_page.import_id')
    .execute()
  return new Map(rows.map((row) => [Number(row.import_id), Number(row.total)]))
}
