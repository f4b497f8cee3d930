import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/brand.ts'

export type ListLabels = (owner: UserId) => Promise<string[]>

/** A longer list is of no help. */
const MOST_LABELS = 500

/** @returns a function that lists the labels on at least one of the owner's entries, as suggestions for fields */
export function labelLister(database: Database): ListLabels {
  const list = database.prepare<{ label: string }>(
    'select label from tag where user_id = $1 and exists (select 1 from entry_tag ' +
      `where entry_tag.user_id = tag.user_id and entry_tag.tag_id = tag.id) order by label limit ${MOST_LABELS}`,
  )
  return async (owner) => (await list.all(owner)).map(({ label }) => label)
}
