import type { Generated } from 'kysely'

/** A collection, see src/collections/collection.ts. */
export interface CollectionTable {
  id: Generated<number>
  user_id: number
  name: string
  /** form of the name for comparisons, unique for each user */
  name_key: string
  icon: string
  /** empty for a collection without a query */
  query: Generated<string>
  sort: string
  /** null if the collection has the same layout as other lists */
  layout: string | null
  is_pinned: Generated<number>
  /** position among the user's collections. Positions have gaps, so that a move changes only one row. */
  position: number
  /** last part of the address of the public page; null if there is none */
  public_id: string | null
  is_indexable: Generated<number>
  /** introduction on the public page; empty if there is none */
  description: Generated<string>
  /** name of the person who made the collection, on the public page; empty if it is not shown */
  curator: Generated<string>
  created_at: string
  updated_at: string
  revision: number
  /** JSON object with the ISO time of each field's last change, for merging concurrent changes */
  set_times: Generated<string>
}

/** A hand-picked entry of a collection. */
export interface CollectionEntryTable {
  user_id: number
  collection_id: number
  entry_id: number
  /** position in the collection. Positions have gaps, so that a move changes only one row. */
  position: number
  added_at: string
  /** ISO time of the last move; null for an entry that was never moved */
  moved_at: Generated<string | null>
}
