import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'

const LIST_SQL = 'select label from tag where user_id = $1 order by id desc limit $2'

/** @returns the labels of the user's newest tags, at most `limit`, newest first */
export type RecentTags = (owner: UserId, limit: number) => Promise<string[]>

/** @returns a function that lists a user's newest tags. Its duration does not depend on the size of the library. */
export function recentTags(database: Database): RecentTags {
  const list = database.prepare<{ readonly label: string }>(LIST_SQL)
  return async (owner, limit) => (await list.all(owner, limit)).map(({ label }) => label)
}
