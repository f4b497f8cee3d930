import type { Database } from '../../db/database.ts'
import type { EntryId, TagId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { deleteUnusedTags, findTags, removeTags } from '../../tags/tag.repository.ts'
import type { Tag } from '../../tags/tag.ts'
import { advanceRevision } from '../../users/revision.ts'
import { changeEntry } from './change-entry.ts'
import type { Entry } from '../entry.ts'
import { findEntry, insertTombstone } from '../entry.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

export interface EntryTagsDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Adds tags to an entry, by their labels; creates tags that do not exist.
 * @throws AppError `not_found`, or `invalid_input` if the entry would have too many tags
 */
export async function addTags(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  id: EntryId,
  labels: readonly string[],
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    if (labels.length === 0) return
    await changeEntry(tx, entry, { fields: { tags: labels }, cleaned: undefined, tags: 'add', now: clock.now() })
  })
}

/**
 * Removes a tag from an entry. Does nothing if the entry does not have the tag.
 * @throws AppError `not_found` if the owner has no such entry or tag
 */
export async function removeTag(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  id: EntryId,
  tagId: TagId,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    if (!(await findEntry(tx, owner, id))) throw notFound('entry')
    if ((await findTags(tx, owner, { ids: [tagId] })).length === 0) throw notFound('tag')
    await removeAndMark(tx, { owner, tagIds: [tagId], entryId: id, revision, now: clock.now().toISOString() })
  })
}

/**
 * Removes tags from an entry, by their labels. Labels that the entry does not have are skipped.
 * @throws AppError `not_found` if the entry does not exist
 */
export async function dropEntryTags(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  id: EntryId,
  labels: readonly string[],
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    await removeTagsFromEntry(tx, entry, labels, clock.now())
  })
}

/**
 * Removes tags from an entry, by their labels.
 * @returns false if the owner has none of these tags, so that nothing changed
 */
export async function removeTagsFromEntry(
  tx: OwnerTx,
  entry: Entry,
  labels: readonly string[],
  now: Date,
): Promise<boolean> {
  const owner = entry.ownerId
  const tags = labels.length === 0 ? [] : await findTags(tx, owner, { labels })
  if (tags.length === 0) return false
  const revision = await advanceRevision(tx, owner)
  const tagIds = tags.map((tag) => tag.id)
  await removeAndMark(tx, { owner, tagIds, entryId: entry.id, revision, now: now.toISOString() })
  return true
}

/**
 * Removes tags from all entries of the owner, and deletes the tags.
 * @param which the ids or labels of the tags; unknown ones are skipped
 * @returns the deleted tags
 * @throws AppError `not_found` if none of the tags exists
 */
export async function dropTags(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  which: { readonly ids?: readonly TagId[]; readonly labels?: readonly string[] },
): Promise<Tag[]> {
  return ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const tags = await findTags(tx, owner, which)
    // This error rolls the transaction back, which also takes back the new revision. A request that changes nothing
    // must not advance the revision.
    if (tags.length === 0) throw notFound('tag')
    const tagIds = tags.map(({ id }) => id)
    await removeAndMark(tx, { owner, tagIds, revision, now: clock.now().toISOString() })
    return tags
  })
}

interface TagRemoval {
  readonly owner: UserId
  readonly tagIds: readonly TagId[]
  /** the entry to remove the tags from; if absent, they are removed from all entries */
  readonly entryId?: EntryId
  readonly revision: number
  readonly now: string
}

/** Removes tags from entries, marks the entries as changed, and deletes the tags that have no entries left. */
async function removeAndMark(tx: OwnerTx, removal: TagRemoval): Promise<void> {
  const { owner, tagIds, revision, now } = removal
  const entryIds = await removeTags(tx, owner, { ...removal, at: now })
  if (entryIds.length > 0) {
    await tx
      .updateTable('entry')
      .set({ updated_at: now, revision })
      .where('user_id', '=', owner)
      .where('id', 'in', entryIds)
      .execute()
  }
  for (const objectId of await deleteUnusedTags(tx, owner, tagIds)) {
    await insertTombstone(tx, owner, { kind: 'tag', objectId, revision, now })
  }
}
