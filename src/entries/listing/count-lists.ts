import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import type { ListOwner } from './list-entries.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

/** The number of entries in each list of a user, and the numbers of tags and annotations. */
export interface ListCounts {
  readonly unread: number
  readonly starred: number
  readonly archive: number
  readonly all: number
  readonly tags: number
  readonly annotations: number
}

export type CountLists = (owner: ListOwner) => Promise<ListCounts>

/** Maximum number of users with cached counts; a change by the user invalidates them. */
const MAX_CACHED_USERS = 1000

const COUNT_SQL = `
  select
    coalesce((select unread from entry_count where user_id = $1), 0) as unread,
    coalesce((select archive from entry_count where user_id = $1), 0) as archive,
    coalesce((select starred from entry_count where user_id = $1), 0) as starred,
    (select count(*) from tag where user_id = $1) as tags,
    (select count(*) from annotation where user_id = $1) as annotations`

/**
 * @returns a function that returns the counts of a user's lists. Triggers keep the counts in the database up to date
 *   (`entry_count`). While the user's revision stays the same, the function returns cached counts.
 */
export function listCounter(database: Database): CountLists {
  const count = database.prepare<Omit<ListCounts, 'all'>>(COUNT_SQL)
  const cache = new LRUCache<number, { readonly revision: number; readonly counts: ListCounts }>({
    max: MAX_CACHED_USERS,
  })
  return async ({ id, revision }) => {
    const known = cache.get(id)
    if (known && known.revision === revision) return known.counts
    const [row] = await count.all(id)
    const counts = { ...row!, all: row!.unread + row!.archive }
    cache.set(id, { revision, counts })
    return counts
  }
}

/** @returns the owner's current revision */
export async function currentRevision(database: Database, owner: UserId): Promise<number> {
  return database.read(async (db) => {
    const query = db.selectFrom('user_revision').select('revision').where('user_id', '=', owner)
    return (await query.executeTakeFirst())?.revision ?? 0
  })
}
