import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import type { ListOwner } from './list-entries.ts'
import type { UserId } from '../../kernel/brand.ts'

/** How many entries each list of a user has, and how many tags and annotations there are. */
export interface ListCounts {
  readonly unread: number
  readonly starred: number
  readonly archive: number
  readonly all: number
  readonly tags: number
  readonly annotations: number
}

/** Users whose counts are kept until they change something. */
const KEPT = 1000

const COUNT = `
  select
    coalesce((select unread from entry_count where user_id = $1), 0) as unread,
    coalesce((select archive from entry_count where user_id = $1), 0) as archive,
    coalesce((select starred from entry_count where user_id = $1), 0) as starred,
    (select count(*) from tag where user_id = $1) as tags,
    (select count(*) from annotation where user_id = $1) as annotations`

/**
 * The database keeps the numbers of the lists (migration 0018).
 * @returns a function that counts; asked again before the owner's next change it costs no query
 */
export function listCounter(database: Database): (owner: ListOwner) => Promise<ListCounts> {
  const count = database.prepare<Omit<ListCounts, 'all'>>(COUNT)
  const kept = new LRUCache<number, { readonly revision: number; readonly counts: ListCounts }>({ max: KEPT })
  return async ({ id, revision }) => {
    const known = kept.get(id)
    if (known && known.revision === revision) return known.counts
    const [row] = await count.all(id)
    const counts = { ...row!, all: row!.unread + row!.archive }
    kept.set(id, { revision, counts })
    return counts
  }
}

/** @returns the number of the owner's last change */
export async function currentRevision(database: Database, owner: UserId): Promise<number> {
  return database.read(async (db) => {
    const query = db.selectFrom('user_revision').select('revision').where('user_id', '=', owner)
    return (await query.executeTakeFirst())?.revision ?? 0
  })
}
