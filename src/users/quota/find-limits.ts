import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Quota, QuotaUsage } from './quota.ts'
import { findQuotaRow, findUsage, quotaOf } from './quota.repository.ts'

interface FindLimitsDeps {
  readonly database: Database
  readonly clock: Clock
}

/** @returns the limits of a user and the present use; undefined if no limit was ever set */
export function findLimits(
  { database, clock }: FindLimitsDeps,
  owner: UserId,
): Promise<{ readonly quota: Quota; readonly usage: QuotaUsage } | undefined> {
  return database.read(async (db) => {
    const row = await findQuotaRow(db, owner)
    return row && { quota: quotaOf(row), usage: await findUsage(db, owner, row, clock.now()) }
  })
}

/** @returns the limits of a user and the present use, which is measured even if there are no limits */
export function measureLimits(
  { database, clock }: FindLimitsDeps,
  owner: UserId,
): Promise<{ readonly quota: Quota; readonly usage: QuotaUsage }> {
  return database.read(async (db) => {
    const row = await findQuotaRow(db, owner)
    return { quota: quotaOf(row), usage: await findUsage(db, owner, row, clock.now()) }
  })
}
