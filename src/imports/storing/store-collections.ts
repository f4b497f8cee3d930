import { insertNewCollection } from '../../collections/change-collections.ts'
import { listKeys } from '../../collections/collection.repository.ts'
import { collectionKey, MAX_COLLECTED, MAX_COLLECTIONS } from '../../collections/collection.ts'
import { pickEntries } from '../../collections/pick-entries.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { withRetry } from '../../jobs/with-retry.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { ImportedCollection } from '../import-row.ts'
import { hashList, knownEntriesSql, type KnownEntry } from './known-address-hashes.ts'
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
 * Adds nothing to a full collection.
 */
export async function addToCollections(
  context: StoreContext,
  candidates: readonly Candidate[],
  ids: CollectionIds,
): Promise<void> {
  const placed = candidates.filter(({ row }) => row.collections?.some((key) => ids.has(key)))
  if (placed.length === 0) return
  const { tx, dialect, job, now } = context
  const rows = await rawSql<KnownEntry>(tx, knownEntriesSql(dialect), [job.ownerId, hashList(placed)])
  const entries = new Map(rows.map(({ hash, entry_id: id }) => [hash, Number(id) as EntryId]))
  const wanted = new Map<CollectionId, EntryId[]>()
  for (const { row, hashes } of placed) {
    const entry = hashes.map((hash) => entries.get(hash)).find((id) => id !== undefined)
    for (const key of row.collections ?? []) {
      const collection = ids.get(key)
      if (collection === undefined || entry === undefined) continue
      const list = wanted.get(collection) ?? []
      list.push(entry)
      wanted.set(collection, list)
    }
  }
  for (const [collection, list] of wanted) {
    const pick = { tx, dialect, owner: job.ownerId, collection, now }
    const room = MAX_COLLECTED - (await countPicked(context, collection))
    if (room > 0 && (await hasCollection(context, collection))) await pickEntries(pick, list.slice(0, room))
  }
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
