import type { CleanedContent, GivenContent } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { changeEntry } from './change-entry.ts'
import type { EntryInput } from './entry-input.ts'
import { findEntry, sharingChange, type SharingChange } from '../entry.repository.ts'
import { forRequest, type EnqueueImages } from '../enqueue-images.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface PatchEntryDeps {
  readonly database: Database
  readonly clock: Clock
  readonly clean: (given: GivenContent) => Promise<CleanedContent>
  /** enqueues the job that copies the images of a new text; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages
}

/**
 * Changes an entry. Tags in the input replace the existing tags.
 * @throws AppError `not_found`
 */
export async function patchEntry(
  deps: PatchEntryDeps,
  owner: UserId,
  id: EntryId,
  { fields, requestId }: { readonly fields: EntryInput; readonly requestId: string },
): Promise<SharingChange> {
  const { database, clock, clean } = deps
  const entry = await database.read((db) => findEntry(db, owner, id))
  if (!entry) throw notFound('entry')
  const cleaned = fields.content === undefined ? undefined : await clean({ html: fields.content, url: entry.url })
  return ownerTransaction(database, owner, async (tx) => {
    const current = await findEntry(tx, owner, id)
    if (!current) throw notFound('entry')
    const change = { fields, cleaned, tags: 'replace', now: clock.now() } as const
    await changeEntry(tx, current, change, forRequest(deps.enqueueImages, requestId))
    return sharingChange(current.uid !== null, fields.isPublic)
  })
}
