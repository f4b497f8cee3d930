import type { Selectable } from 'kysely'
import { insertCollection, listKeys, removeCollection } from '../../collections/collection.repository.ts'
import { collectionKey, MAX_COLLECTIONS, MAX_NAME, tooManyCollections } from '../../collections/collection.ts'
import type { Database } from '../../db/database.ts'
import type { CollectionTable } from '../../db/tables/collection-tables.ts'
import type { CollectionId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { cutText } from '../../kernel/storable-text.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertTombstone } from '../entry.repository.ts'
import { countChanged, insertAction, markAction, type UserAction } from './action.repository.ts'
import { run } from './action-sql.ts'
import { restorePlaces } from './change-picked-entries.ts'
import { recordedIds } from './revert-entries.ts'

interface DeleteCollectionDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Deletes a collection, but not its entries. The ids of its hand-picked entries are recorded, so that the collection
 * can be restored.
 * @returns the id of the action in the history
 * @throws AppError `not_found`
 */
export async function deleteCollection(
  { database, clock }: DeleteCollectionDeps,
  owner: UserId,
  id: CollectionId,
): Promise<number> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    const row = await tx
      .selectFrom('collection')
      .selectAll()
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('collection')
    const detail = { row: { ...row, id, position: Number(row.position) } }
    const actionId = await insertAction(tx, owner, { kind: 'delete-collection', detail, title: row.name, now })
    const sql = `insert into user_action_entry (user_id, action_id, entry_id, before_at)
      select user_id, $2, entry_id, cast(position as text) from collection_entry where user_id = $1 and collection_id = $3`
    await run({ tx, dialect: database.dialect }, sql, [owner, actionId, id])
    await removeCollection(tx, owner, id)
    const revision = await advanceRevision(tx, owner)
    await insertTombstone(tx, owner, { kind: 'collection', objectId: id, revision, now })
    // Counts the deletion as one change, because the history omits actions without changes.
    await countChanged(tx, owner, actionId, 1)
    return actionId
  })
}

/** Number of entries per statement. */
const PIECE = 500

/**
 * Restores a deleted collection with its hand-picked entries. Its public address is not restored.
 * @returns true if the collection was restored; false if it already exists
 * @throws AppError `invalid_input` if the owner has the maximum number of collections
 */
export async function restoreCollection(
  { database, clock }: DeleteCollectionDeps,
  owner: UserId,
  { id: actionId, detail }: UserAction,
): Promise<boolean> {
  const row = detail['row'] as Selectable<CollectionTable>
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    const id = row.id as CollectionId
    const known = await listKeys(tx, owner)
    if (known.some((one) => one.id === id)) return false
    if (known.length >= MAX_COLLECTIONS) throw tooManyCollections()
    const name = freeName(row.name, new Set(known.map(({ name_key }) => name_key)))
    const revision = await advanceRevision(tx, owner)
    const values = { ...row, user_id: owner, name, name_key: collectionKey(name), public_id: null }
    await insertCollection(tx, { ...values, updated_at: now, revision })
    await removeTombstone(tx, owner, id)
    const context = { tx, dialect: database.dialect, owner, actionId, now }
    for (let after = 0; ;) {
      const ids = await recordedIds(context, after, PIECE)
      if (ids.length > 0) await restorePlaces(context, id, ids)
      if (ids.length < PIECE) break
      after = ids.at(-1)!
    }
    await markAction(tx, owner, actionId, { undoneAt: now })
    return true
  })
}

/** @returns the name; if another collection has this name now, with the first number that makes it unique */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(collectionKey(free)); number += 1) free = `${cutText(name, MAX_NAME - 5)} ${number}`
  return free
}

async function removeTombstone(tx: OwnerTx, owner: UserId, id: CollectionId): Promise<void> {
  await tx
    .deleteFrom('tombstone')
    .where('user_id', '=', owner)
    .where('kind', '=', 'collection')
    .where('object_id', '=', id)
    .execute()
}
