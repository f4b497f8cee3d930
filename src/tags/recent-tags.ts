import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/brand.ts'

const LIST = 'select label from tag where user_id = $1 order by id desc limit $2'

/** Labels as suggestions, newest first. */
export type RecentTags = (owner: UserId, most: number) => Promise<string[]>

/** @returns a function that lists some of an owner's tags, in a time independent of the size of the library */
export function recentTags(database: Database): RecentTags {
  const list = database.prepare<{ readonly label: string }>(LIST)
  return async (owner, most) => (await list.all(owner, most)).map(({ label }) => label)
}
