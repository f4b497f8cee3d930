import type { Tx } from '../db/schema.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { dropEntry } from './delete-entry.ts'
import { findEntry, updateEntry } from './entry.repository.ts'

export interface Merge {
  readonly owner: UserId
  /** two entries that turned out to be the same page */
  readonly ids: readonly [EntryId, EntryId]
  readonly revision: number
  readonly now: string
}

/**
 * Makes one entry of two that lie at the same address after redirects: the older is kept and gets the tags, the
 * annotations, the star and the addresses of the newer.
 */
export async function mergeEntries(tx: Tx, { owner, ids, revision, now }: Merge): Promise<void> {
  const [kept, dropped] = ids[0] < ids[1] ? ids : ([ids[1], ids[0]] as const)
  const newer = await findEntry(tx, owner, dropped)
  const older = await findEntry(tx, owner, kept)
  if (!newer || !older) return
  await moveTags(tx, owner, dropped, kept)
  const where = { from: dropped, to: kept }
  await tx
    .updateTable('annotation')
    .set({ entry_id: where.to })
    .where('user_id', '=', owner)
    .where('entry_id', '=', where.from)
    .execute()
  await tx
    .updateTable('entry_address')
    .set({ entry_id: where.to })
    .where('user_id', '=', owner)
    .where('entry_id', '=', where.from)
    .execute()
  await updateEntry(tx, owner, kept, {
    ...(newer.isStarred && !older.isStarred && { is_starred: 1, starred_at: newer.starredAt }),
    updated_at: now,
    revision,
  })
  await dropEntry(tx, owner, dropped, now)
}

async function moveTags(tx: Tx, owner: UserId, from: EntryId, to: EntryId): Promise<void> {
  const rows = await tx
    .selectFrom('entry_tag')
    .select('tag_id')
    .where('user_id', '=', owner)
    .where('entry_id', '=', from)
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('entry_tag')
    .values(rows.map(({ tag_id }) => ({ user_id: owner, entry_id: to, tag_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
