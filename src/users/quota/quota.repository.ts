import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { UserQuotaTable } from '../../db/tables/account-tables.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { dayOf, NO_QUOTA, type Quota, type QuotaUsage } from './quota.ts'

export type QuotaRow = Selectable<UserQuotaTable>

/** @returns the row of a user; undefined if no limit was ever set */
export function findQuotaRow(db: Db, owner: UserId): Promise<QuotaRow | undefined> {
  return db.selectFrom('user_quota').selectAll().where('user_id', '=', owner).executeTakeFirst()
}

export function quotaOf(row: QuotaRow | undefined): Quota {
  return row ? { entries: row.max_entries, bytes: row.max_bytes, savesPerDay: row.max_saves } : NO_QUOTA
}

/** Sets the limits of a user. Entries above a new limit are kept. */
export async function setQuota(tx: Tx, owner: UserId, { entries, bytes, savesPerDay }: Quota): Promise<void> {
  const limits = { max_entries: entries, max_bytes: bytes, max_saves: savesPerDay }
  await tx
    .insertInto('user_quota')
    .values({ user_id: owner, ...limits })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(limits))
    .execute()
}

/** Measures what a user uses. Reads a row for each entry, but no texts. */
export async function findUsage(db: Db, owner: UserId, row: QuotaRow | undefined, now: Date): Promise<QuotaUsage> {
  return {
    entries: await countEntries(db, owner),
    bytes: await measureBytes(db, owner),
    savesToday: row?.day === dayOf(now) ? row.saves : 0,
  }
}

export async function countEntries(db: Db, owner: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('entry')
    .select((build) => build.fn.countAll().as('total'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** @returns the bytes of a user's texts, fetched pages and images, as the page about storage shows them */
export async function measureBytes(db: Db, owner: UserId): Promise<number> {
  const bodies = await db
    .selectFrom('capture_body')
    .select((build) =>
      build.fn
        .sum<number | string | null>(build.fn.coalesce('object_size', build.fn<number>('length', ['body'])))
        .as('bytes'),
    )
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  const contents = await db
    .selectFrom('entry_content')
    .select((build) => build.fn.sum<number | string | null>(build.fn('length', ['content'])).as('bytes'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  const images = await db
    .selectFrom((build) =>
      build.selectFrom('entry_image').select(['sha256', 'size']).where('user_id', '=', owner).distinct().as('own'),
    )
    .select((build) => build.fn.sum<number | string | null>('own.size').as('bytes'))
    .executeTakeFirstOrThrow()
  return [bodies, contents, images].reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0)
}
