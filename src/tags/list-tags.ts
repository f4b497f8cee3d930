import type { Database } from '../db/database.ts'
import type { TagId, UserId } from '../kernel/branded-ids.ts'
import type { Tag } from './tag.ts'

export interface CountedTag extends Tag {
  /** number of the owner's entries with the tag */
  readonly entries: number
}

interface Row {
  readonly id: number
  readonly label: string
  readonly slug: string
  readonly entries: number
}

/** @returns a function that lists the tags that the owner's entries have, ordered by label */
export function tagLister(database: Database): (owner: UserId) => Promise<CountedTag[]> {
  const list = database.prepare<Row>(
    'select id, label, slug, entry_count as entries from tag where user_id = $1 and entry_count > 0 order by label',
  )
  return async (owner) => (await list.all(owner)).map((row) => ({ ...row, id: row.id as TagId }))
}
