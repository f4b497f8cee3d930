import { insertNewCollection } from '../../collections/change-collections.ts'
import { listKeys } from '../../collections/collection.repository.ts'
import { collectionKey, MAX_PICKED, MAX_COLLECTIONS } from '../../collections/collection.ts'
import { pickEntries } from '../../collections/pick-entries.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { withRetry } from '../../db/with-retry.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { ImportedCollection } from '../import-row.ts'
import { entryOf, findKnownEntries } from './known-address-hashes.ts'
import type { Candidate } from './row-batch.ts'
import type { StoreBatchDeps, StoreContext } from './store-context.ts'

/** Maps the key of each collection in the file to its id. */
export type CollectionIds = ReadonlyMap<string, CollectionId>

/**
 * Creates the collections of a file. If the owner already has a collection with the same name, that collection is used
 * and stays unchanged. Collections beyond the maximum number are left out.
 */
export async function storeCollections(
  { database, clock }: Pick<StoreBatchDeps, 'database' | 'clock'>,
  owner: UserId,
  collections: readonly ImportedCollection[],
  signal: AbortSignal,
): Promise<CollectionIds> {
  const now = clock.now().toISOString()
  const store = () =>
    ownerTransaction(database, owner, async (tx) => {
      const ids = new Map<string, CollectionId>()
      const known = new Map((await listKeys(tx, owner)).map(({ id, name_key: name }) => [name, id]))
      for (const { key, name, query } of collections) {
        const nameKey = collectionKey(name)
        if (!known.has(nameKey) && known.size >= MAX_COLLECTIONS) continue
        const given = { name, ...(query !== undefined && { query }) }
        const id = known.get(nameKey) ?? (await insertNewCollection(tx, owner, given, now))
        known.set(nameKey, id)
        ids.set(key, id)
      }
      return ids
    })
  return withRetry(store, signal)
}

/**
 * Adds the pages of a batch to their collections, in the order of the file. Includes pages that the owner already had.
 * Adds nothing to a full collection, and does not change a collection that contains all of its pages.
 * @returns the numbers of the rows whose pages were added to a collection
 */
export async function addToCollections(
  context: StoreContext,
  candidates: readonly Candidate[],
  ids: CollectionIds,
): Promise<ReadonlySet<number>> {
  const placed = candidates.filter(({ row }) => row.collections?.some((key) => ids.has(key)))
  const known = await findKnownEntries(context, placed)
  const wanted = new Map<CollectionId, Map<EntryId, number>>()
  for (const candidate of placed) {
    const entry = entryOf(candidate, known)
    for (const key of candidate.row.collections ?? []) {
      const collection = ids.get(key)
      if (collection === undefined || entry === undefined) continue
      const rows = wanted.get(collection) ?? new Map<EntryId, number>()
      if (!rows.has(entry)) rows.set(entry, candidate.number)
      wanted.set(collection, rows)
    }
  }
  const added = new Set<number>()
  for (const [collection, rows] of wanted) {
    for (const id of await addMissing(context, collection, [...rows.keys()])) added.add(rows.get(id)!)
  }
  return added
}

/** @returns the ids of the entries that were added to the collection */
async function addMissing(
  context: StoreContext,
  collection: CollectionId,
  entries: readonly EntryId[],
): Promise<readonly EntryId[]> {
  const { tx, dialect, job, now } = context
  const members = await findMembers(context, collection, entries)
  const missing = entries.filter((id) => !members.has(id))
  if (missing.length === 0 || !(await hasCollection(context, collection))) return []
  const room = MAX_PICKED - (await countPicked(context, collection))
  if (room <= 0) return []
  return pickEntries({ tx, dialect, owner: job.ownerId, collection, now }, missing.slice(0, room))
}

/** @returns those of the entries that the collection already contains */
async function findMembers(
  { tx, job }: StoreContext,
  collection: CollectionId,
  entries: readonly EntryId[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('collection_entry')
    .select('entry_id')
    .where('user_id', '=', job.ownerId)
    .where('collection_id', '=', collection)
    .where('entry_id', 'in', entries)
    .execute()
  return new Set(rows.map(({ entry_id: id }) => Number(id)))
}

async function countPicked({ tx, job }: StoreContext, collection: CollectionId): Promise<number> {
  const { total } = await tx
    .selectFrom('collection_entry')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', job.ownerId)
    .where('collection_id', '=', collection)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** @returns false if the owner has deleted the collection during the import */
async function hasCollection({ tx, job }: StoreContext, collection: CollectionId): Promise<boolean> {
  const query = tx.selectFrom('collection').select('id').where('user_id', '=', job.ownerId)
  return (await query.where('id', '=', collection).executeTakeFirst()) !== undefined
}
