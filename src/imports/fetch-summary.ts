import type { Db } from '../db/schema.ts'
import { knownReason, type FetchReason } from '../entries/fetching/fetch-failure-reasons.ts'
import type { UserId } from '../kernel/branded-ids.ts'

/** An imported page whose fetch failed. */
interface FailedFetch {
  /** id of the entry */
  readonly id: number
  readonly url: string
  readonly reason: FetchReason
}

/** The progress of the fetches that an import has enqueued, and their failures. */
export interface FetchSummary {
  /** number of pages that have not been fetched yet */
  readonly pending: number
  /** pages that no longer exist: their server says so, or the host name is unknown */
  readonly missing: FailedFetches
  /** pages whose fetch failed for any other reason */
  readonly otherFailures: FailedFetches
}

export interface FailedFetches {
  readonly total: number
  /** the first failed pages, in the order of the import */
  readonly pages: readonly FailedFetch[]
}

/** Maximum number of failed pages in `FailedFetches.pages`. Further pages are only counted. */
const MAX_LISTED = 100
const MISSING_PAGE_REASONS: readonly FetchReason[] = ['not_found', 'gone', 'unknown_name']

export const NO_FETCHES: FetchSummary = {
  pending: 0,
  missing: { total: 0, pages: [] },
  otherFailures: { total: 0, pages: [] },
}

export async function findFetchSummary(db: Db, owner: UserId, id: number): Promise<FetchSummary> {
  const pages = db
    .selectFrom('import_page')
    .innerJoin('entry', (join) =>
      join.onRef('entry.user_id', '=', 'import_page.user_id').onRef('entry.id', '=', 'import_page.entry_id'),
    )
    .where('import_page.user_id', '=', owner)
    .where('import_page.import_id', '=', id)
  const { total } = await pages
    .where('entry.fetch_state', '=', 'pending')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const failed = pages.where('entry.fetch_state', '=', 'failed')
  const unfetched = async (isDead: boolean): Promise<FailedFetches> => {
    const some = isDead
      ? failed.where('entry.fetch_reason', 'in', MISSING_PAGE_REASONS)
      : failed.where((where) =>
          where.or([
            where('entry.fetch_reason', 'is', null),
            where('entry.fetch_reason', 'not in', MISSING_PAGE_REASONS),
          ]),
        )
    const rows = await some
      .select((select) => [
        'entry.id',
        'entry.url',
        'entry.fetch_reason',
        select.fn.countAll<number>().over().as('total'),
      ])
      .orderBy('entry.id')
      .limit(MAX_LISTED)
      .execute()
    const listed = rows.map((row) => ({ id: Number(row.id), url: row.url, reason: knownReason(row.fetch_reason) }))
    return { total: Number(rows[0]?.total ?? 0), pages: listed }
  }
  return { pending: Number(total), missing: await unfetched(true), otherFailures: await unfetched(false) }
}

/** @returns the number of pages that have not been fetched yet, by the id of the import. Imports without such pages are missing. */
export async function countPendingFetches(db: Db, owner: UserId): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('import_page')
    .innerJoin('entry', (join) =>
      join.onRef('entry.user_id', '=', 'import_page.user_id').onRef('entry.id', '=', 'import_page.entry_id'),
    )
    .where('import_page.user_id', '=', owner)
    .where('entry.fetch_state', '=', 'pending')
    .select((select) => ['import_page.import_id', select.fn.countAll<number>().as('total')])
    .groupBy('import_page.import_id')
    .execute()
  return new Map(rows.map((row) => [Number(row.import_id), Number(row.total)]))
}
