import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { CollectionTable } from '../db/tables/collection-tables.ts'
import type { CollectionId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import type { Collection, CollectionIcon, CollectionLayout, CollectionSort } from './collection.ts'

/** A row of `collection`. `has_picked` is true if the collection has hand-picked entries. */
export type CollectionRow = Selectable<CollectionTable> & { readonly has_picked: number | boolean }

/**
 * The columns that `toCollection` needs. Because of the `order by` in its subquery, PostgreSQL reads a single row from
 * an index. If most rows of `collection_entry` belong to one collection, `exists` would make PostgreSQL read all of
 * them for each collection.
 */
export const COLLECTION_COLUMNS =
  'collection.*, (select picked.entry_id from collection_entry as picked where picked.user_id = collection.user_id ' +
  'and picked.collection_id = collection.id order by picked.position, picked.entry_id limit 1) is not null as has_picked'

export function toCollection(row: CollectionRow): Collection {
  return {
    id: Number(row.id) as CollectionId,
    name: row.name,
    icon: row.icon as CollectionIcon,
    query: row.query,
    sort: row.sort as CollectionSort,
    layout: (row.layout ?? undefined) as CollectionLayout | undefined,
    isPinned: Number(row.is_pinned) === 1,
    isIndexable: Number(row.is_indexable) === 1,
    description: row.description,
    curator: row.curator,
    publicId: row.public_id,
    hasPicked: Boolean(row.has_picked),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: Number(row.revision),
  }
}

/** @returns the owner's collections, in order */
export async function listCollections(db: Db, owner: UserId): Promise<Collection[]> {
  const rows = await db
    .selectFrom('collection')
    .selectAll()
    .select(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('collection_entry')
          .select(lit(1).as('one'))
          .whereRef('collection_entry.user_id', '=', 'collection.user_id')
          .whereRef('collection_entry.collection_id', '=', 'collection.id'),
      ).as('has_picked'),
    )
    .where('user_id', '=', owner)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toCollection)
}

/** @returns the ids, names, positions and public ids of the owner's collections, in order */
export async function listKeys(tx: OwnerTx, owner: UserId) {
  const rows = await tx
    .selectFrom('collection')
    .select(['id', 'name_key', 'position', 'public_id'])
    .where('user_id', '=', owner)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id) as CollectionId, position: Number(row.position) }))
}

export async function insertCollection(tx: OwnerTx, values: Insertable<CollectionTable>): Promise<CollectionId> {
  const { id } = await tx.insertInto('collection').values(values).returning('id').executeTakeFirstOrThrow()
  return Number(id) as CollectionId
}

/** @returns the row of a collection; undefined if the owner has no such collection */
export async function findCollectionRow(
  tx: OwnerTx,
  owner: UserId,
  id: CollectionId,
): Promise<Selectable<CollectionTable> | undefined> {
  const query = tx.selectFrom('collection').selectAll().where('user_id', '=', owner)
  const row = await query.where('id', '=', id).executeTakeFirst()
  return row && { ...row, id, position: Number(row.position), revision: Number(row.revision) }
}

/** Updates the columns of a collection. @returns false if the owner has no such collection */
export async function updateCollection(
  tx: OwnerTx,
  owner: UserId,
  id: CollectionId,
  changes: Updateable<CollectionTable>,
): Promise<boolean> {
  const row = await tx
    .updateTable('collection')
    .set(changes)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a collection and its list of hand-picked entries.
 * @returns the deleted row; undefined if the owner has no such collection
 */
export async function removeCollection(
  tx: OwnerTx,
  owner: UserId,
  id: CollectionId,
): Promise<Selectable<CollectionTable> | undefined> {
  return tx.deleteFrom('collection').where('user_id', '=', owner).where('id', '=', id).returningAll().executeTakeFirst()
}
