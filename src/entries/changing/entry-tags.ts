import type { Database } from '../../db/database.ts'
import type { EntryId, TagId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { deleteUnusedTags, findTags, takeTags } from '../../tags/tag.repository.ts'
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

/** Adds tags to an entry. @throws AppError `not_found`, or `invalid_input` for more than the maximum number of tags */
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

/** Removes one tag from an entry; a missing tag is not an error. @throws AppError `not_found` */
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
    await takeAndTouch(tx, { owner, tagIds: [tagId], entryId: id, revision, now: clock.now().toISOString() })
  })
}

/** Removes tags from one entry by their labels; missing ones are skipped. @throws AppError `not_found` */
export async function dropEntryTags(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  id: EntryId,
  labels: readonly string[],
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    await takeTagsFrom(tx, entry, labels, clock.now())
  })
}

/** Removes tags from an entry by their labels. @returns whether the entry had one of them */
export async function takeTagsFrom(tx: OwnerTx, entry: Entry, labels: readonly string[], now: Date): Promise<boolean> {
  const owner = entry.ownerId
  const tags = labels.length === 0 ? [] : await findTags(tx, owner, { labels })
  if (tags.length === 0) return false
  const revision = await advanceRevision(tx, owner)
  const tagIds = tags.map((tag) => tag.id)
  await takeAndTouch(tx, { owner, tagIds, entryId: entry.id, revision, now: now.toISOString() })
  return true
}

/**
 * Removes tags from all entries of the owner, which deletes the tags.
 * @param which ids or labels; missing ones are skipped
 * @returns the deleted tags
 * @throws AppError `not_found` if none of them exists
 */
export async function dropTags(
  { database, clock }: EntryTagsDeps,
  owner: UserId,
  which: { readonly ids?: readonly TagId[]; readonly labels?: readonly string[] },
): Promise<Tag[]> {
  return ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const tags = await findTags(tx, owner, which)
    // Thrown, so that the revision does not advance when nothing changes.
    if (tags.length === 0) throw notFound('tag')
    const tagIds = tags.map(({ id }) => id)
    await takeAndTouch(tx, { owner, tagIds, revision, now: clock.now().toISOString() })
    return tags
  })
}

interface Taking {
  readonly owner: UserId
  readonly tagIds: readonly TagId[]
  /** only from this entry; from all when absent */
  readonly entryId?: EntryId
  readonly revision: number
  readonly now: string
}

/** The entries count as changed, and tags without entries are deleted. */
async function takeAndTouch(tx: OwnerTx, taking: Taking): Promise<void> {
  const { owner, tagIds, revision, now } = taking
  const entryIds = await takeTags(tx, owner, { ...taking, at: now })
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
