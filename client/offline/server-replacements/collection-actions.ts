import {
  MERGED_FIELDS,
  NEW_COLLECTION,
  collectionKey,
  MAX_COLLECTIONS,
  parseCollectionName,
  parseCollectionQuery,
  tooManyCollections,
  nameTakenError,
  type Collection,
  type CollectionChange,
} from '../../../src/collections/collection.ts'
import { targetIndex, type MoveTarget } from '../../../src/collections/move-target.ts'
import type { CollectionId } from '../../../src/kernel/branded-ids.ts'
import { notFound } from '../../../src/kernel/errors.ts'
import type * as actions from '../../../src/entries/undoable-actions/collection-actions.ts'
import type * as deletion from '../../../src/entries/undoable-actions/delete-collection.ts'
import type { Library } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import { newLocalId } from '../local-ids.ts'
import type { CollectionMembers } from '../operation.ts'
import { recordOperation } from '../record-operation.ts'
import { undoAction } from '../undo-outbox-action.ts'
import { needsNetwork } from './server-only-actions.ts'

export const createCollection: typeof actions.createCollection = async ({ database }, _owner, given) => {
  const library = libraryOf(database)
  if (given.isPublic) throw needsNetwork()
  if (library.collections.length >= MAX_COLLECTIONS) throw tooManyCollections()
  const name = freshName(library, given.name)
  const query = parseCollectionQuery(given.query ?? '')
  const sort = given.sort ?? (query === '' ? 'manual' : 'newest')
  const members = membersOf({ ...NEW_COLLECTION, ...given, name, query, sort })
  const localId = newLocalId(Date.now())
  const operation = { type: 'collections', action: 'create', tmp: crypto.randomUUID(), ...members, name } as const
  const inverse = { type: 'collections', action: 'delete', id: localId } as const
  const action = await recordOperation(library, {
    kind: 'create-collection',
    operations: [{ operation, inverse, localId, title: name }],
  })
  return { id: localId as CollectionId, action }
}

export const changeCollection: typeof actions.changeCollection = async ({ database }, _owner, id, given) => {
  const library = libraryOf(database)
  const stored = storedIn(library, id)
  const isPublic = stored.publicId !== null
  if ((given.isPublic ?? isPublic) !== isPublic || hasPublicChange(stored, given)) throw needsNetwork()
  const wanted: CollectionChange = {
    ...given,
    ...(given.name !== undefined && { name: freshName(library, given.name, id) }),
    ...(given.query !== undefined && { query: parseCollectionQuery(given.query) }),
  }
  const changed = MERGED_FIELDS.filter((field) => field in wanted && wanted[field] !== stored[field])
  if (changed.length === 0) return { id }
  const only = (facts: CollectionChange) =>
    membersOf(Object.fromEntries(changed.map((field) => [field, facts[field]])) as CollectionChange)
  const change = (set: CollectionMembers) => ({ type: 'collections', action: 'change', id, set }) as const
  const operation = { operation: change(only(wanted)), inverse: change(only(stored)), title: stored.name }
  return { id, action: await recordOperation(library, { kind: 'edit-collection', operations: [operation] }) }
}

/** Whether a change concerns the public page, which only the server has. Stores of older versions lack its texts. */
function hasPublicChange(stored: Partial<CollectionChange>, given: CollectionChange): boolean {
  const { isIndexable = false, description = '', curator = '' } = stored
  return (
    (given.isIndexable ?? isIndexable) !== isIndexable ||
    (given.description ?? description) !== description ||
    (given.curator ?? curator) !== curator
  )
}

export const deleteCollection: typeof deletion.deleteCollection = async ({ database }, _owner, id) => {
  const library = libraryOf(database)
  const { name } = storedIn(library, id)
  const operation = { type: 'collections', action: 'delete', id } as const
  const inverse = { type: 'collections', action: 'restore', id } as const
  return recordOperation(library, { kind: 'delete-collection', operations: [{ operation, inverse, title: name }] })
}

export const undoCollectionAction: typeof actions.undoCollectionAction = async ({ database }, _owner, { id }) =>
  (await undoAction(libraryOf(database), id)) > 0

export const moveCollection: typeof actions.moveCollection = async ({ database }, _owner, id, target) => {
  const library = libraryOf(database)
  const { name: title } = storedIn(library, id)
  const places = placesOf(
    library.collections.map(({ collection }) => collection.id),
    id,
    target,
  )
  if (places.before === places.after) return { id }
  const move = (after: number | null) => ({ type: 'collections', action: 'move', id, after }) as const
  const operations = [{ operation: move(places.after), inverse: move(places.before), title }]
  return { id, action: await recordOperation(library, { kind: 'move-collection', operations }) }
}

export const moveInCollection: typeof actions.moveInCollection = async ({ database }, _owner, picked, target) => {
  const library = libraryOf(database)
  const { collection: id, entry } = picked
  const { name: title } = storedIn(library, id)
  const { entries } = library.collections.find(({ collection }) => collection.id === id)!
  if (!entries.includes(entry)) throw notFound('entry')
  const places = placesOf(entries, entry, target)
  if (places.before === places.after) return { id }
  const move = (after: number | null) => ({ type: 'collections', action: 'move-entry', id, entry, after }) as const
  const operations = [{ operation: move(places.after), inverse: move(places.before), title }]
  return { id, action: await recordOperation(library, { kind: 'move-entry', operations }) }
}

/** Ids of the item above the moved item, before and after the move. Null if the moved item is the first. */
interface Places {
  readonly before: number | null
  readonly after: number | null
}

/** @throws AppError `not_found` if the target of the move is missing */
function placesOf(items: readonly number[], moved: number, target: MoveTarget): Places {
  const place = items.indexOf(moved)
  const others = items.filter((one) => one !== moved)
  const to = targetIndex(others, place, target, 'item')
  return { before: others[place - 1] ?? null, after: others[to - 1] ?? null }
}

function storedIn({ collections }: Library, id: CollectionId): Collection {
  const found = collections.find(({ collection }) => collection.id === id)
  if (!found) throw notFound('collection')
  return found.collection
}

/** @returns the name @throws AppError `invalid_input` if the name is invalid, or if another collection has it */
function freshName({ collections }: Library, text: string, own?: CollectionId): string {
  const name = parseCollectionName(text)
  const key = collectionKey(name)
  if (collections.some(({ collection }) => collection.id !== own && collectionKey(collection.name) === key)) {
    throw nameTakenError()
  }
  return name
}

/** @returns the fields with the names that operations use */
function membersOf(facts: CollectionChange): CollectionMembers {
  const { name, icon, query, sort, isPinned: pinned } = facts
  return {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort }),
    ...('layout' in facts && { layout: facts.layout ?? null }),
    ...(pinned !== undefined && { pinned }),
  }
}
