import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { InputColumns } from './entry-input.ts'

/** ISO times at which a user last changed each field. Concurrent changes are merged by these times (docs/sync.md). */
interface FieldTimes {
  readonly archived_set_at?: string | null
  readonly starred_set_at?: string | null
  readonly title_set_at?: string | null
  readonly note_set_at?: string | null
  readonly authors_set_at?: string | null
  readonly published_set_at?: string | null
}

/**
 * @param at ISO time of the user's action
 * @returns the times to store: `at` for each field whose column changes
 */
export function changedTimes(columns: InputColumns, at: string): FieldTimes {
  return {
    ...('is_archived' in columns && { archived_set_at: at }),
    ...('is_starred' in columns && { starred_set_at: at }),
    ...('title' in columns && { title_set_at: at }),
    ...('note' in columns && { note_set_at: at }),
    ...('published_by' in columns && { authors_set_at: at }),
    ...('published_at' in columns && { published_set_at: at }),
  }
}

/** @returns the times at which a user last changed each field of the entry; undefined if the entry does not exist */
export async function findFieldTimes(db: Db, owner: UserId, id: EntryId): Promise<Required<FieldTimes> | undefined> {
  return db
    .selectFrom('entry')
    .select(['archived_set_at', 'starred_set_at', 'title_set_at', 'note_set_at', 'authors_set_at', 'published_set_at'])
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Stores the times of fields without changing their values. Needed when a user sets a field to the value that it has
 * already: an older change of the field that arrives later must be ignored.
 */
export async function setFieldTimes(tx: OwnerTx, owner: UserId, id: EntryId, times: FieldTimes): Promise<void> {
  if (Object.keys(times).length === 0) return
  await tx.updateTable('entry').set(times).where('user_id', '=', owner).where('id', '=', id).execute()
}
