import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { CollectionId, UserId } from '../kernel/branded-ids.ts'
import { COLLECTION_COLUMNS, toCollection, type CollectionRow } from './collection.repository.ts'
import type { Collection } from './collection.ts'

/** A user with their current revision. The cached collections of the user are valid until the revision changes. */
interface CollectionsOwner {
  readonly id: UserId
  readonly revision: number
}

/** Returns the owner's collections, in the order that the owner has chosen. */
export type ListCollections = (owner: CollectionsOwner) => Promise<readonly Collection[]>

/** Maximum number of users whose collections are cached. */
const MAX_CACHED_USERS = 1000

/** @returns a function that lists collections. It queries the database only if the owner's revision has changed. */
export function collectionLister(database: Database): ListCollections {
  const list = database.prepare<CollectionRow>(
    `select ${COLLECTION_COLUMNS} from collection where user_id = $1 order by position, id`,
  )
  const cache = new LRUCache<number, { readonly revision: number; readonly collections: readonly Collection[] }>({
    max: MAX_CACHED_USERS,
  })
  return async ({ id, revision }) => {
    const known = cache.get(id)
    if (known?.revision === revision) return known.collections
    const collections = (await list.all(id)).map(toCollection)
    cache.set(id, { revision, collections })
    return collections
  }
}

/**
 * @returns a function that finds a published collection and its owner. It finds nothing if the owner's account is
 *   disabled.
 */
export function publicCollectionFinder(database: Database) {
  const find = database.prepare<CollectionRow>(
    `select ${COLLECTION_COLUMNS} from collection join users on users.id = collection.user_id ` +
      'where collection.public_id = $1 and users.is_enabled = 1',
  )
  return async (publicId: string): Promise<{ readonly owner: UserId; readonly id: CollectionId } | undefined> => {
    if (!/^[\da-z]{1,64}$/.test(publicId)) return undefined
    const [row] = await find.all(publicId)
    return row && { owner: Number(row.user_id) as UserId, id: Number(row.id) as CollectionId }
  }
}
