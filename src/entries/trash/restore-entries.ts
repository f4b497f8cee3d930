import type { Database, Dialect } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { markCollectionsChanged } from '../../collections/mark-collections-changed.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findOrCreateTags } from '../../tags/tag.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { forRequest, type EnqueueImages } from '../enqueue-images.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { enqueueFetch } from '../fetching/enqueue-fetch.ts'
import type { ActionTx } from '../undoable-actions/run-statement.ts'
import { insertRows } from './insert-rows.ts'
import { mergeRestored, type RestoredAddresses } from './merge-restored.ts'
import { listTrash, removeTrash, restoreContents, type TrashedEntry } from './trash.repository.ts'
import { restoreImages } from './trashed-images.ts'

export interface RestoreEntriesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages
}

type RestoreBatchDeps = Omit<RestoreEntriesDeps, 'database'> & { readonly dialect: Dialect }

/** The deletion to undo. `requestId` appears in the logs of the jobs that the restoration enqueues. */
interface RestoreRequest {
  /** id of the deletion, as `newTrashBatchId` returned it */
  readonly batch: string
  /** if present, only these entries are restored */
  readonly ids?: readonly EntryId[]
  readonly requestId: string
}

/** Number of entries per transaction. */
const BATCH_SIZE = 500
/**
 * Maximum number of rows per statement. Each row has several parameters, and a statement can have at most 32,766
 * parameters (https://sqlite.org/limits.html).
 */
const MAX_ROWS = 1000

/**
 * Undoes a deletion. Restores the entries with their ids, text, tags, annotations and reading positions. If another
 * entry has been saved since with the same address, the two are merged. A second call has no further effect.
 * @returns the ids of the restored entries, or of the entries into which they were merged
 */
export async function restoreEntries(
  deps: RestoreEntriesDeps,
  owner: UserId,
  request: RestoreRequest,
): Promise<EntryId[]> {
  const restored: EntryId[] = []
  for (;;) {
    const { database } = deps
    const { found, ids } = await ownerTransaction(database, owner, (tx) =>
      restoreBatch({ ...deps, dialect: database.dialect }, tx, owner, request),
    )
    restored.push(...ids)
    if (found < BATCH_SIZE) return restored
  }
}

/**
 * Restores up to `BATCH_SIZE` entries of a deletion, in the caller's transaction. Does not restore an entry if another
 * one with its id exists.
 * @returns `found`: the number of entries taken from the trash; `ids`: the ids of the restored entries, or of the entries
 *   into which they were merged
 */
export async function restoreBatch(
  deps: RestoreBatchDeps,
  tx: OwnerTx,
  owner: UserId,
  request: RestoreRequest,
): Promise<{ readonly found: number; readonly ids: readonly EntryId[] }> {
  const { batch, ids: only } = request
  const trashed = await listTrash(tx, owner, { batch, limit: BATCH_SIZE, ...(only && { ids: only }) })
  if (trashed.length === 0) return { found: 0, ids: [] }
  const revision = await advanceRevision(tx, owner)
  const time = deps.clock.now()
  const now = time.toISOString()
  const there = await existing(tx, owner, trashed.map(idOf))
  const missing = trashed.filter((one) => !there.has(idOf(one)))
  const ids = missing.map(idOf)
  let merged: ReadonlyMap<EntryId, EntryId> = new Map()
  if (ids.length > 0) {
    const target = { tx, dialect: deps.dialect }
    await insertEntries(target, owner, missing, { revision, now })
    await restoreContents(tx, owner, batch, ids)
    await insertParts(target, owner, missing, revision)
    const kept = missing.map((one) => ({ id: idOf(one), images: one.images }))
    const complete = await restoreImages(tx, owner, kept, now)
    await enqueueJobs({ ...deps, requestId: request.requestId }, tx, owner, { entries: missing, complete })
    const enqueueImages = forRequest(deps.enqueueImages, request.requestId)
    merged = await mergeRestored(tx, owner, missing.map(addressesOf), { now: time, enqueueImages })
  }
  await removeTrash(tx, owner, batch, trashed.map(idOf))
  return { found: trashed.length, ids: ids.map((id) => merged.get(id) ?? id) }
}

const addressesOf = (one: TrashedEntry): RestoredAddresses => ({
  id: idOf(one),
  hashes: one.addresses.map((hash) => Buffer.from(hash, 'base64')),
})

const idOf = ({ entry }: TrashedEntry): EntryId => Number(entry.id) as EntryId

async function existing(tx: OwnerTx, owner: UserId, ids: readonly EntryId[]): Promise<ReadonlySet<EntryId>> {
  const rows = await tx.selectFrom('entry').select('id').where('user_id', '=', owner).where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => Number(id) as EntryId))
}

async function insertEntries(
  { tx, dialect }: ActionTx,
  owner: UserId,
  entries: readonly TrashedEntry[],
  { revision, now }: { readonly revision: number; readonly now: string },
): Promise<void> {
  const rows = entries.map(({ entry }) => ({ ...entry, user_id: owner, revision, updated_at: now }))
  await insertRows(tx, dialect, { table: 'entry' }, rows)
}

async function insertParts(
  { tx, dialect }: ActionTx,
  owner: UserId,
  entries: readonly TrashedEntry[],
  revision: number,
): Promise<void> {
  const addresses = entries.flatMap((one) =>
    one.addresses.map((hash) => ({
      user_id: owner,
      hash: Buffer.from(hash, 'base64').toString('hex'),
      entry_id: idOf(one),
    })),
  )
  await insertRows(tx, dialect, { table: 'entry_address', bytes: ['hash'] }, addresses)
  const annotations = entries.flatMap((one) =>
    one.annotations.map((row) => ({ ...row, user_id: owner, entry_id: idOf(one) })),
  )
  await inChunks(annotations, (chunk) => tx.insertInto('annotation').values(chunk).execute())
  const progress = entries.flatMap(({ progress: row }) => (row ? [{ ...row, user_id: owner, revision }] : []))
  await inChunks(progress, (chunk) => tx.insertInto('entry_progress').values(chunk).execute())
  await insertTags(tx, owner, entries)
  await insertMemberships(tx, owner, entries)
  await removeTombstones(tx, owner, 'entry', entries.map(idOf))
  await removeTombstones(
    tx,
    owner,
    'annotation',
    annotations.map(({ id }) => Number(id)),
  )
}

async function insertTags(tx: OwnerTx, owner: UserId, entries: readonly TrashedEntry[]): Promise<void> {
  const labels = [...new Set(entries.flatMap(({ tags }) => tags))]
  const ids = new Map<string, number>()
  await inChunks(labels, async (chunk) => {
    for (const { label, id } of await findOrCreateTags(tx, owner, chunk)) ids.set(label, id)
  })
  const rows = entries.flatMap((one) =>
    one.tags.map((label) => ({ user_id: owner, entry_id: idOf(one), tag_id: ids.get(label)! })),
  )
  await inChunks(rows, (chunk) =>
    tx
      .insertInto('entry_tag')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Restores the entries' positions in collections. Collections that no longer exist are skipped. */
async function insertMemberships(tx: OwnerTx, owner: UserId, entries: readonly TrashedEntry[]): Promise<void> {
  const places = entries.flatMap((one) => one.collections.map((row) => ({ ...row, entry_id: idOf(one) })))
  if (places.length === 0) return
  const rows = await tx.selectFrom('collection').select('id').where('user_id', '=', owner).execute()
  const known = new Set(rows.map(({ id }) => Number(id)))
  const kept = places.filter(({ collection_id }) => known.has(collection_id))
  await inChunks(
    kept.map((place) => ({ ...place, user_id: owner })),
    (chunk) =>
      tx
        .insertInto('collection_entry')
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  )
  await markCollectionsChanged(tx, owner, [...new Set(kept.map(({ collection_id }) => collection_id))])
}

function removeTombstones(
  tx: OwnerTx,
  owner: UserId,
  kind: 'entry' | 'annotation',
  ids: readonly number[],
): Promise<void> {
  return inChunks(ids, (chunk) =>
    tx
      .deleteFrom('tombstone')
      .where('user_id', '=', owner)
      .where('kind', '=', kind)
      .where('object_id', 'in', chunk)
      .execute(),
  )
}

async function inChunks<T>(rows: readonly T[], work: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_ROWS) await work(rows.slice(start, start + MAX_ROWS))
}

/** Enqueues the jobs that restored entries need: the fetch of a page that was pending, or copies of missing images. */
async function enqueueJobs(
  deps: RestoreBatchDeps & { readonly requestId: string },
  tx: OwnerTx,
  owner: UserId,
  { entries, complete }: { readonly entries: readonly TrashedEntry[]; readonly complete: ReadonlySet<EntryId> },
): Promise<void> {
  for (const one of entries) {
    const id = idOf(one)
    const isPending = one.entry.fetch_state === 'pending'
    const hasPictures = complete.has(id) && (one.images.length > 0 || one.entry.preview_picture === null)
    if (!isPending && hasPictures) continue
    if (!isPending) {
      await deps.enqueueImages?.(tx, owner, id, deps.requestId)
      continue
    }
    const entry = await findEntry(tx, owner, id)
    if (!entry) continue
    await updateEntry(tx, owner, id, { fetch_state: 'none' })
    await enqueueFetch(deps, tx, entry, { requestId: deps.requestId })
  }
}
