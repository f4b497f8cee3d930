import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { UserId } from '../kernel/branded-ids.ts'

export type ListLabels = (owner: UserId) => Promise<string[]>

/** Maximum number of labels. They are suggestions for form fields, where more would not help. */
const MAX_LABELS = 500

/**
 * @returns a function that lists the labels of all tags that the owner's entries have, as suggestions for form fields
 */
export function labelLister(database: Database): ListLabels {
  const list = database.prepare<{ label: string }>(
    `select label from tag where user_id = $1 and entry_count > 0 order by label limit ${MAX_LABELS}`,
  )
  return async (owner) => (await list.all(owner)).map(({ label }) => label)
}

/** @returns the label of the owner's tag with the given slug, or undefined if there is no such tag */
export async function findLabel(database: Database, owner: UserId, slug: string): Promise<string | undefined> {
  const sql = 'select label from tag where user_id = $1 and slug = $2'
  const statements = new StatementCache(database)
  const [row] = slug.includes('\0') ? [] : await statements.all<{ label: string }>(sql, [owner, slug])
  return row?.label
}
