import type { Db } from '../db/schema.ts'
import { imagesJobKey } from '../entries/enqueue-images.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'

/** @returns true if the page or the pictures of one of the entries are still being fetched */
export async function areBeingPrepared(db: Db, owner: UserId, entries: readonly EntryId[]): Promise<boolean> {
  const pending = await db
    .selectFrom('entry')
    .select('id')
    .where('user_id', '=', owner)
    .where('id', 'in', entries)
    .where('fetch_state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  if (pending) return true
  const copying = await db
    .selectFrom('job')
    .select('id')
    .where('is_dead', '=', 0)
    .where(
      'dedupe_key',
      'in',
      entries.map((id) => imagesJobKey(owner, id)),
    )
    .limit(1)
    .executeTakeFirst()
  return copying !== undefined
}
