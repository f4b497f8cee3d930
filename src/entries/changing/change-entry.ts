import { EXTRACTOR_VERSION, type CleanedContent } from '@dogear/extractor/service'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import {
  addTagsToEntry,
  deleteUnusedTags,
  findOrCreateTags,
  removeOtherTags,
  refuseTooManyTags,
} from '../../tags/tag.repository.ts'
import { recordRemovedTags } from '../../tags/tag-times.repository.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules } from '../tagging-rules/apply-tagging-rules.ts'
import type { Entry } from '../entry.ts'
import { changedColumns, givenFields, inputColumns, publicId, type EntryInput } from './entry-input.ts'
import { changedTimes } from './field-times.ts'
import { findContent, setContent, storedContent, updateEntry, insertTombstone } from '../entry.repository.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

interface EntryChange {
  readonly fields: EntryInput
  /** the sanitised form of `fields.content`; undefined if the client sent no content */
  readonly cleaned: CleanedContent | undefined
  /** whether the given tags are added to the existing ones, or replace them */
  readonly tags: 'add' | 'replace'
  readonly now: Date
  /** ISO time of the user's action; defaults to `now`. Of two concurrent changes, the one with the later time wins. */
  readonly at?: string
}

/**
 * Applies a client's input to an existing entry. Writes only columns whose values differ. If no value differs,
 * `updated_at` and the revision stay the same.
 * @param enqueueImages enqueues the job that copies the images of a new text; absent if this server stores no images
 */
export async function changeEntry(
  tx: OwnerTx,
  entry: Entry,
  change: EntryChange,
  enqueueImages?: EnqueueImages,
): Promise<void> {
  const { fields } = change
  const cleaned = await newContent(tx, entry, change)
  const now = change.now.toISOString()
  const wanted = { ...inputColumns(fields, cleaned, now), uid: publicId(entry.uid, fields.isPublic) }
  const columns = changedColumns(entry, wanted)
  const isChanged = cleaned !== undefined || Object.keys(columns).length > 0
  if (!isChanged && fields.tags === undefined) return
  const revision = await advanceRevision(tx, entry.ownerId)
  await storeGivenText(tx, entry.ownerId, entry.id, cleaned)
  const hasNewTags = await changeTags(tx, entry, change, revision)
  if (!isChanged && !hasNewTags) return
  const given = [...new Set([...entry.givenFields, ...givenFields(fields)])]
  await updateEntry(tx, entry.ownerId, entry.id, {
    ...columns,
    ...changedTimes(columns, timeOf(change)),
    ...(cleaned && columnsWithoutFailure(entry)),
    given_fields: JSON.stringify(given),
    updated_at: now,
    revision,
  })
  // Enqueues the job even if the new text has no images, because the job also releases the image copies of the previous
  // text.
  if (cleaned || columns.preview_picture) await enqueueImages?.(tx, entry.ownerId, entry.id)
  if (cleaned && !namesTags(change)) await applyTaggingRules(tx, entry.ownerId, [entry.id], { now: change.now })
}

const timeOf = ({ at, now }: Pick<EntryChange, 'at' | 'now'>): string => at ?? now.toISOString()

/** @returns true if the client sent the complete list of tags. Tagging rules then add no tags. */
function namesTags({ tags, fields }: EntryChange): boolean {
  return tags === 'replace' && fields.tags !== undefined
}

/** Stores the text that a client sent. Does nothing if `cleaned` is undefined. */
export async function storeGivenText(
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
  cleaned: CleanedContent | undefined,
): Promise<void> {
  if (!cleaned) return
  await setContent(tx, owner, id, { html: cleaned.content, extractorVersion: EXTRACTOR_VERSION, steps: null })
}

/**
 * @returns the text that the client sent; undefined if the entry already has this text. Browser extensions often save
 *   the same page repeatedly, and an unchanged text must not count as a change.
 */
async function newContent(tx: OwnerTx, entry: Entry, { cleaned }: EntryChange): Promise<CleanedContent | undefined> {
  if (!cleaned) return undefined
  const stored = await findContent(tx, entry.ownerId, entry.id)
  return stored && storedContent(cleaned.content).equals(stored) ? undefined : cleaned
}

/**
 * The client has supplied a text, so an earlier failure to fetch one no longer matters. A pending fetch continues,
 * because it supplies the missing fields.
 * @returns the columns that clear the failure; none if the last fetch did not fail
 */
function columnsWithoutFailure({ fetchState }: Entry) {
  return fetchState === 'failed'
    ? { fetch_state: 'none', fetch_reason: null, fetch_failed_at: null, is_not_parsed: 0 }
    : {}
}

async function changeTags(tx: OwnerTx, entry: Entry, { fields, ...change }: EntryChange, revision: number) {
  if (fields.tags === undefined) return false
  const { ownerId, id } = entry
  const tags = await findOrCreateTags(tx, ownerId, fields.tags)
  const at = timeOf(change)
  const hasAdded = await addTagsToEntry(tx, ownerId, id, { tags, at })
  if (change.tags === 'add') {
    if (hasAdded) await refuseTooManyTags(tx, ownerId, id)
    return hasAdded
  }
  await recordRemovedTags(tx, ownerId, { entryIds: [id], keptIds: tags.map((tag) => tag.id), at })
  const taken = await removeOtherTags(tx, ownerId, id, tags)
  for (const objectId of await deleteUnusedTags(tx, ownerId, taken)) {
    await insertTombstone(tx, ownerId, { kind: 'tag', objectId, revision, now: change.now.toISOString() })
  }
  return hasAdded || taken.length > 0
}
