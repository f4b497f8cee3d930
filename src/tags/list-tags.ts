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
    'select tag.id, tag.label, tag.slug, count(*) as entries from tag ' +
      'join entry_tag on entry_tag.user_id = tag.user_id and entry_tag.tag_id = tag.id ' +
      'where tag.user_id = $1 group by tag.id, tag.label, tag.slug order by tag.label',
  )
  return async (owner) => (await list.all(owner)).map((row) => ({ ...row, id: row.id as TagId }))
}
