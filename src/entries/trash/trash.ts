import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { addTagsToEntry, findOrCreateTags } from '../../tags/tag.repository.ts'
import { advanceRevision } from '../../users/revision.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { enqueueFetch } from '../fetching/enqueue-fetch.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import { listTrash, removeTrash, type TrashedEntry, insertTrash, serializeEntry } from './trash.repository.ts'
import { restoreImages } from './trashed-images.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { dropEntry } from '../deleting/delete-entry.ts'
import { randomBytes } from 'node:crypto'

export interface RestoreEntriesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
  /** absent if images are not stored */
  readonly enqueueImages?: EnqueueImages
}

/** Entries per transaction, small enough to let other work run in between. */
const PIECE = 20

/**
 * Undoes a deletion: restores the entries with their ids, text, tags and annotations. An entry whose address was saved
 * again meanwhile is restored without that address. Idempotent.
 * @param batch returned by `trashEntries`
 * @returns the ids of the restored entries
 */
export async function restoreEntries(
  deps: RestoreEntriesDeps,
  owner: UserId,
  request: { readonly batch: string; readonly requestId: string },
): Promise<EntryId[]> {
  const restored: EntryId[] = []
  for (;;) {
    const { found, ids } = await ownerTransaction(deps.database, owner, (tx) => restorePiece(deps, tx, owner, request))
    restored.push(...ids)
    if (found < PIECE) return restored
  }
}

async function restorePiece(
  deps: RestoreEntriesDeps,
  tx: OwnerTx,
  owner: UserId,
  { batch, requestId }: { readonly batch: string; readonly requestId: string },
) {
  const piece = await listTrash(tx, owner, { batch, most: PIECE })
  const ids: EntryId[] = []
  if (piece.length === 0) return { found: 0, ids }
  const revision = await advanceRevision(tx, owner)
  for (const one of piece) {
    const id = one.entry.id as EntryId
    await removeTrash(tx, owner, batch, id)
    if (await findEntry(tx, owner, id)) continue
    await restore(tx, owner, one, { revision, now: deps.clock.now().toISOString() })
    await catchUp({ ...deps, requestId }, tx, owner, id)
    ids.push(id)
  }
  return { found: piece.length, ids }
}

async function restore(
  tx: OwnerTx,
  owner: UserId,
  { entry, content, addresses, tags, annotations, images = [] }: TrashedEntry,
  { revision, now }: { readonly revision: number; readonly now: string },
): Promise<void> {
  const id = entry.id as EntryId
  await tx
    .insertInto('entry')
    .values({ ...entry, user_id: owner, revision, updated_at: now })
    .execute()
  if (content) {
    const bytes = Buffer.from(content.content, 'base64')
    await tx
      .insertInto('entry_content')
      .values({ ...content, user_id: owner, entry_id: id, content: bytes })
      .execute()
  }
  if (addresses.length > 0) {
    await tx
      .insertInto('entry_address')
      .values(addresses.map((hash) => ({ user_id: owner, hash: Buffer.from(hash, 'base64'), entry_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const one of annotations) {
    await tx
      .insertInto('annotation')
      .values({ ...one, user_id: owner, entry_id: id })
      .execute()
  }
  await restoreImages(tx, owner, id, { images, now })
  await addTagsToEntry(tx, owner, id, await findOrCreateTags(tx, owner, tags))
  await removeTombstones(tx, owner, [
    ['entry', [id]],
    ['annotation', annotations.map((one) => one.id)],
  ])
}

async function removeTombstones(
  tx: OwnerTx,
  owner: UserId,
  objects: readonly (readonly [kind: string, ids: readonly number[]])[],
): Promise<void> {
  for (const [kind, ids] of objects) {
    if (ids.length === 0) continue
    await tx
      .deleteFrom('tombstone')
      .where('user_id', '=', owner)
      .where('kind', '=', kind)
      .where('object_id', 'in', ids)
      .execute()
  }
}

/** A page that was on its way when it was deleted is ordered again, and the pictures of one that was there. */
async function catchUp(
  deps: RestoreEntriesDeps & { readonly requestId: string },
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
): Promise<void> {
  const entry = await findEntry(tx, owner, id)
  if (!entry) return
  if (entry.fetchState !== 'pending') return deps.enqueueImages?.(tx, owner, id, deps.requestId)
  await updateEntry(tx, owner, id, { fetch_state: 'none' })
  await enqueueFetch(deps, tx, entry, { requestId: deps.requestId })
}

interface TrashEntriesDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Deletes entries in the same way as a client's request, and keeps the data for restoring them for a day.
 * @param ids at most a few hundred; missing ones are skipped
 * @param batch from `trashBatch`
 * @returns the ids of the deleted entries
 */
export async function trashEntries(
  { database, clock }: TrashEntriesDeps,
  owner: UserId,
  ids: readonly EntryId[],
  batch: string,
): Promise<EntryId[]> {
  const deleted: EntryId[] = []
  for (const id of ids) {
    const now = clock.now().toISOString()
    const isDeleted = await ownerTransaction(database, owner, async (tx) => {
      const data = await serializeEntry(tx, owner, id)
      if (!data) return false
      await insertTrash(tx, owner, { id, batch, data, now })
      return dropEntry(tx, owner, id, now)
    })
    if (isDeleted) deleted.push(id)
  }
  return deleted
}

/** @returns the id of a deletion, by which its entries can be restored */
export function trashBatch(): string {
  return randomBytes(16).toString('hex')
}
