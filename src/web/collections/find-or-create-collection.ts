import { collectionKey, parseCollectionName } from '../../collections/collection.ts'
import { createCollection } from '../../entries/undoable-actions/collection-actions.ts'
import type { CollectionId } from '../../kernel/branded-ids.ts'
import { sessionOf } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import type { CollectionsPageDeps } from './manage-collections.routes.ts'

/** A collection. `action`: id of the action in the history that has created it; absent if it existed before. */
interface NamedCollection {
  readonly id: CollectionId
  readonly action?: number
}

/**
 * @param text name as typed
 * @returns the user's collection with the name, which is created if there is none
 * @throws AppError `invalid_input` for an invalid name, and if the user has too many collections
 */
export async function findOrCreateCollection(
  deps: CollectionsPageDeps,
  request: WebRequest,
  text: string,
): Promise<NamedCollection> {
  const { user, revision } = sessionOf(request)
  const name = parseCollectionName(text)
  const key = collectionKey(name)
  const known = await deps.listCollections({ id: user.id, revision })
  return known.find((one) => collectionKey(one.name) === key) ?? createCollection(deps, user.id, { name })
}
