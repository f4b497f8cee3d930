import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { InputColumns } from './entry-input.ts'

/** ISO times of the last change of each field by a user, by which concurrent changes are merged (docs/sync.md). */
export interface FieldTimes {
  readonly archived_set_at?: string | null
  readonly starred_set_at?: string | null
  readonly title_set_at?: string | null
}

/** @returns the times of the fields that columns change @param at ISO time of the user's action */
export function changedTimes(columns: InputColumns, at: string): FieldTimes {
  return {
    ...('is_archived' in columns && { archived_set_at: at }),
    ...('is_starred' in columns && { starred_set_at: at }),
    ...('title' in columns && { title_set_at: at }),
  }
}

/** @returns when a user last changed each field of an entry; undefined for a missing entry */
export async function findFieldTimes(db: Db, owner: UserId, id: EntryId): Promise<Required<FieldTimes> | undefined> {
  return db
    .selectFrom('entry')
    .select(['archived_set_at', 'starred_set_at', 'title_set_at'])
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Sets times without changing the fields: for a change to the value that a field has already. */
export async function setFieldTimes(tx: OwnerTx, owner: UserId, id: EntryId, times: FieldTimes): Promise<void> {
  if (Object.keys(times).length === 0) return
  await tx.updateTable('entry').set(times).where('user_id', '=', owner).where('id', '=', id).execute()
}
