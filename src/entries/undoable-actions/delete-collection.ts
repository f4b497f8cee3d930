import type { Selectable } from 'kysely'
import { freeName } from '../../collections/change-collections.ts'
import {
  findCollectionRow,
  insertCollection,
  listKeys,
  removeCollection,
} from '../../collections/collection.repository.ts'
import { collectionKey, MAX_COLLECTIONS, tooManyCollections } from '../../collections/collection.ts'
import type { CollectionTable } from '../../db/tables/collection-tables.ts'
import type { CollectionId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertTombstone } from '../entry.repository.ts'
import { countChanged, insertAction, type UserAction } from './action.repository.ts'
import { run } from './run-statement.ts'
import type { CollectionActionDeps, CollectionContext } from './collection-context.ts'
import { restorePositions } from './change-picked-entries.ts'
import { recordedIds } from './revert-entries.ts'

/**
 * Deletes a collection, but not its entries. The ids of its hand-picked entries are recorded, so that the collection
 * can be restored.
 * @returns the id of the action in the history
 * @throws AppError `not_found`
 */
export async function deleteCollection(
  { database, clock }: CollectionActionDeps,
  owner: UserId,
  id: CollectionId,
): Promise<number> {
  const now = clock.now().toISOString()
  const { dialect } = database
  return ownerTransaction(database, owner, (tx) => writeDeletion({ tx, dialect, owner, now }, id))
}

type Context = Omit<CollectionContext, 'at'>

/** Does the same as `deleteCollection`, in the caller's transaction. */
export async function writeDeletion(context: Context, id: CollectionId): Promise<number> {
  const { tx, owner, now } = context
  const row = await findCollectionRow(tx, owner, id)
  if (!row) throw notFound('collection')
  const action = { kind: 'delete-collection', detail: { row }, title: row.name, now } as const
  const actionId = await insertAction(tx, owner, action)
  const sql = `insert into user_action_entry (user_id, action_id, entry_id, before_at)
    select user_id, $2, entry_id, cast(position as text) from collection_entry where user_id = $1 and collection_id = $3`
  await run(context, sql, [owner, actionId, id])
  await removeCollection(tx, owner, id)
  const revision = await advanceRevision(tx, owner)
  await insertTombstone(tx, owner, { kind: 'collection', objectId: id, revision, now })
  // The history omits actions without changes, so the deletion counts as one change.
  await countChanged(tx, owner, actionId, 1)
  return actionId
}

/** Number of entries per statement. */
const BATCH_SIZE = 500

/**
 * Restores a deleted collection with its hand-picked entries. Its public address is not restored.
 * @returns true if the collection was restored; false if it already exists
 * @throws AppError `invalid_input` if the owner has the maximum number of collections
 */
export async function restoreDeleted(context: Context, { id: actionId, detail }: UserAction): Promise<boolean> {
  const { tx, owner, now } = context
  const row = detail['row'] as Selectable<CollectionTable>
  const id = row.id as CollectionId
  const known = await listKeys(tx, owner)
  if (known.some((one) => one.id === id)) return false
  if (known.length >= MAX_COLLECTIONS) throw tooManyCollections()
  const name = freeName(row.name, new Set(known.map(({ name_key }) => name_key)))
  const revision = await advanceRevision(tx, owner)
  const values = { ...row, user_id: owner, name, name_key: collectionKey(name), public_id: null }
  await insertCollection(tx, { ...values, updated_at: now, revision })
  await removeTombstone(tx, owner, id)
  const change = { ...context, actionId }
  for (let after = 0; ;) {
    const ids = await recordedIds(change, after, BATCH_SIZE)
    if (ids.length > 0) await restorePositions(change, id, ids)
    if (ids.length < BATCH_SIZE) return true
    after = ids.at(-1)!
  }
}

async function removeTombstone(tx: OwnerTx, owner: UserId, id: CollectionId): Promise<void> {
  await tx
    .deleteFrom('tombstone')
    .where('user_id', '=', owner)
    .where('kind', '=', 'collection')
    .where('object_id', '=', id)
    .execute()
}
