import type { EntryId, TagId, UserId } from '../kernel/branded-ids.ts'
import { slices } from '../kernel/slices.ts'
import { MAX_TAGS_PER_ENTRY, tagSlug, tooManyTags, type Tag } from './tag.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { recordRemovedTags } from './tag-times.repository.ts'

/** Number of tags that are created at a time. On SQLite, creating more would block the event loop for too long. */
const BATCH_SIZE = 20

/** @returns the owner's tags with the given labels, in the same order. Missing tags are created. */
export async function findOrCreateTags(tx: OwnerTx, owner: UserId, labels: readonly string[]): Promise<Tag[]> {
  if (labels.length === 0) return []
  const found = await tx
    .selectFrom('tag')
    .select(['id', 'label', 'slug'])
    .where('user_id', '=', owner)
    .where('label', 'in', labels)
    .execute()
  const byLabel = new Map(found.map((row) => [row.label, { ...row, id: row.id as TagId }]))
  const missing = labels.filter((label) => !byLabel.has(label))
  if (missing.length > 0) for (const tag of await createTags(tx, owner, missing)) byLabel.set(tag.label, tag)
  return labels.map((label) => byLabel.get(label)!)
}

async function createTags(tx: OwnerTx, owner: UserId, labels: readonly string[]): Promise<Tag[]> {
  // Labels in ASCII do not need the transliteration tables, which take about 50 ms to load.
  const isPlain = labels.every((label) => /^\p{ASCII}*$/u.test(label))
  const transliterate = isPlain ? String : (await import('transliteration')).transliterate
  const tags: Tag[] = []
  for await (const batch of slices(labels, BATCH_SIZE)) {
    for (const label of batch) tags.push(await createTag(tx, owner, label, tagSlug(transliterate(label))))
  }
  return tags
}

async function createTag(tx: OwnerTx, owner: UserId, label: string, wanted: string): Promise<Tag> {
  const slug = await freeSlug(tx, owner, wanted)
  const row = await tx
    .insertInto('tag')
    .values({ user_id: owner, label, slug })
    .returning(['id', 'label', 'slug'])
    .executeTakeFirstOrThrow()
  return { ...row, id: row.id as TagId }
}

/**
 * Finds a free slug. The number of lookups grows with the logarithm of the number of similar slugs.
 * @returns the slug if no tag has it, otherwise the slug with a free number appended: `t:c-1`, `t:c-2`
 */
async function freeSlug(tx: OwnerTx, owner: UserId, slug: string): Promise<string> {
  if (!(await hasSlug(tx, owner, slug))) return slug
  let [taken, free] = [0, 1]
  while (await hasSlug(tx, owner, `${slug}-${free}`)) [taken, free] = [free, free * 2]
  while (free - taken > 1) {
    const middle = (taken + free) >> 1
    if (await hasSlug(tx, owner, `${slug}-${middle}`)) taken = middle
    else free = middle
  }
  return `${slug}-${free}`
}

async function hasSlug(tx: OwnerTx, owner: UserId, slug: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tag')
    .select('id')
    .where('user_id', '=', owner)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined
}

/** Tags to add to an entry. */
interface AddedTags {
  readonly tags: readonly Tag[]
  /** ISO time at which the user added the tags; absent for tags that a rule adds */
  readonly at?: string
}

/**
 * Adds tags to an entry.
 * @returns true if at least one of the tags is new to the entry
 */
export async function addTagsToEntry(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  { tags, at }: AddedTags,
): Promise<boolean> {
  if (tags.length === 0) return false
  const added = await tx
    .insertInto('entry_tag')
    .values(tags.map(({ id }) => ({ user_id: owner, entry_id: entryId, tag_id: id, added_at: at ?? null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('tag_id')
    .execute()
  return added.length > 0
}

/**
 * Checks the number of tags of an entry after tags were added. The caller must have added the tags in the same
 * transaction, so that the error also undoes the addition.
 * @throws AppError `invalid_input` if the entry has too many tags
 */
export async function refuseTooManyTags(tx: OwnerTx, owner: UserId, entryId: EntryId): Promise<void> {
  const { total } = await tx
    .selectFrom('entry_tag')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  if (total > MAX_TAGS_PER_ENTRY) throw tooManyTags()
}

/**
 * Removes all tags from an entry, except the given ones.
 * @returns the ids of the removed tags
 */
export async function removeOtherTags(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  tags: readonly Tag[],
): Promise<TagId[]> {
  const ids = tags.map(({ id }) => id)
  const removed = await tx
    .deleteFrom('entry_tag')
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .$if(ids.length > 0, (query) => query.where('tag_id', 'not in', ids))
    .returning('tag_id')
    .execute()
  return removed.map(({ tag_id }) => tag_id as TagId)
}

/**
 * Deletes each of the candidates that has no entries.
 * @returns the ids of the deleted tags
 */
export async function deleteUnusedTags(tx: OwnerTx, owner: UserId, candidates: readonly TagId[]): Promise<TagId[]> {
  if (candidates.length === 0) return []
  const deleted = await tx
    .deleteFrom('tag')
    .where('user_id', '=', owner)
    .where('id', 'in', candidates)
    .where('entry_count', '=', 0)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id as TagId)
}

/** @returns the owner's tags with one of these ids or labels, ordered by label */
export async function findTags(
  tx: OwnerTx,
  owner: UserId,
  { ids = [], labels = [] }: { readonly ids?: readonly TagId[]; readonly labels?: readonly string[] },
): Promise<Tag[]> {
  if (ids.length === 0 && labels.length === 0) return []
  const rows = await tx
    .selectFrom('tag')
    .select(['id', 'label', 'slug'])
    .where('user_id', '=', owner)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .$if(labels.length > 0, (query) => query.where('label', 'in', labels))
    .orderBy('label')
    .execute()
  return rows.map((row) => ({ ...row, id: row.id as TagId }))
}

interface TagsToRemove {
  readonly tagIds: readonly TagId[]
  /** the entry to remove the tags from; if absent, all entries of the owner */
  readonly entryId?: EntryId
  /** ISO time of the removal */
  readonly at: string
}

/**
 * Removes tags from one entry, or from all entries of the owner.
 * @returns the ids of the entries that had at least one of the tags, without duplicates
 */
export async function removeTags(
  tx: OwnerTx,
  owner: UserId,
  { tagIds, entryId, at }: TagsToRemove,
): Promise<EntryId[]> {
  if (tagIds.length === 0) return []
  await recordRemovedTags(tx, owner, { tagIds, at, ...(entryId !== undefined && { entryIds: [entryId] }) })
  const rows = await tx
    .deleteFrom('entry_tag')
    .where('user_id', '=', owner)
    .where('tag_id', 'in', tagIds)
    .$if(entryId !== undefined, (query) => query.where('entry_id', '=', entryId!))
    .returning('entry_id')
    .execute()
  return [...new Set(rows.map((row) => row.entry_id as EntryId))]
}
