import type { Generated } from 'kysely'

/** See src/collections/collection.ts. */
export interface CollectionTable {
  id: Generated<number>
  user_id: number
  name: string
  /** the name for comparison, unique for each user */
  name_key: string
  icon: string
  /** empty for a collection without a query */
  query: Generated<string>
  sort: string
  /** null: as the other lists */
  layout: string | null
  is_pinned: Generated<number>
  /** place among the collections of the user; there may be gaps */
  position: number
  /** last part of the address of the public page; null if there is none */
  public_id: string | null
  is_indexable: Generated<number>
  created_at: string
  updated_at: string
  revision: number
}

/** A hand-picked entry of a collection. */
export interface CollectionEntryTable {
  user_id: number
  collection_id: number
  entry_id: number
  /** place in the collection; there may be gaps */
  position: number
  added_at: string
}
