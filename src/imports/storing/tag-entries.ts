import { rawSql } from '../../db/raw-sql.ts'
import { MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'
import { findOrCreateTags } from '../../tags/tag.repository.ts'
import { insertMany, isInListSql } from './insert-many.ts'
import { ENTRY_TAG_PLAN } from './part-plans.ts'
import type { StoreContext, StoredRow } from './store-context.ts'

/** Gives the new entries the tags of their rows and of the import. */
export async function tagEntries(context: StoreContext, stored: readonly StoredRow[]): Promise<void> {
  const { job } = context
  const tagged = stored.map(({ id, row }) => ({
    id,
    labels: [...new Set([...job.options.tags, ...(row.tags ?? [])])].slice(0, MAX_TAGS_PER_ENTRY),
  }))
  const ids = await tagIds(context, new Set(tagged.flatMap(({ labels }) => labels)))
  const rows = tagged.flatMap(({ id, labels }) =>
    labels.map((label) => ({ user_id: job.ownerId, entry_id: id, tag_id: ids.get(label)! })),
  )
  await insertMany(context, ENTRY_TAG_PLAN, rows)
}

/** One statement for all that are there. Missing ones are made one by one: there are ever fewer of them. */
async function tagIds(context: StoreContext, labels: ReadonlySet<string>): Promise<Map<string, number>> {
  if (labels.size === 0) return new Map()
  const { tx, dialect, job } = context
  const parameter = dialect === 'sqlite' ? '?1' : '$1'
  const text = `select id, label from tag where user_id = ${parameter} and ${isInListSql(dialect, 'label', 2, 'text')}`
  const rows = await rawSql<{ id: number; label: string }>(tx, text, [job.ownerId, JSON.stringify([...labels])])
  const ids = new Map(rows.map(({ id, label }) => [label, id]))
  for (const label of labels) {
    if (ids.has(label)) continue
    const [tag] = await findOrCreateTags(tx, job.ownerId, [label])
    ids.set(label, tag!.id)
  }
  return ids
}
