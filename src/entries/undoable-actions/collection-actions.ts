import {
  editCollection,
  freeName,
  insertNewCollection,
  repositionCollection,
  type CollectionEdit,
  type NewCollection,
} from '../../collections/change-collections.ts'
import type { MoveTarget } from '../../collections/move-target.ts'
import { findCollectionRow, listKeys, updateCollection } from '../../collections/collection.repository.ts'
import { collectionKey, type CollectionChange } from '../../collections/collection.ts'
import { moveEntry } from '../../collections/move-entry.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { findNewestAction, insertAction, markAction, type ActionKind, type UserAction } from './action.repository.ts'
import type { CollectionActionDeps, CollectionContext } from './collection-context.ts'
import { restoreDeleted, writeDeletion } from './delete-collection.ts'

/** Runs a change to collections in a transaction of its own. */
function inTransaction<Result>(
  { database, clock }: CollectionActionDeps,
  owner: UserId,
  change: (context: CollectionContext) => Promise<Result>,
): Promise<Result> {
  const now = clock.now().toISOString()
  const { dialect } = database
  return ownerTransaction(database, owner, (tx) => change({ tx, dialect, owner, now, at: now }))
}

/** The result of a change to a collection. `action`: id of the action in the history; absent if nothing changed. */
interface CollectionAction {
  readonly id: CollectionId
  readonly action?: number
}

/**
 * Creates a collection and puts it at the end of the list.
 * @throws AppError `invalid_input` as `insertNewCollection` does
 */
export async function createCollection(
  deps: CollectionActionDeps,
  owner: UserId,
  given: NewCollection,
): Promise<CollectionAction> {
  return inTransaction(deps, owner, (context) => writeCreation(context, given))
}

/** Does the same as `createCollection`, in the caller's transaction. */
export async function writeCreation(context: CollectionContext, given: NewCollection): Promise<CollectionAction> {
  const { tx, owner, now } = context
  const id = await insertNewCollection(tx, owner, given, now)
  return { id, action: await record(context, 'create-collection', { collection: id }, given.name) }
}

/** Changes properties of a collection. @throws AppError `not_found`, or `invalid_input` as `editCollection` does */
export async function changeCollection(
  deps: CollectionActionDeps,
  owner: UserId,
  id: CollectionId,
  change: CollectionChange,
): Promise<CollectionAction> {
  return inTransaction(deps, owner, (context) => writeEdit(context, id, change))
}

/** Does the same as `changeCollection`, in the caller's transaction. */
export async function writeEdit(
  context: CollectionContext,
  id: CollectionId,
  change: CollectionChange,
): Promise<CollectionAction> {
  const edit = await editCollection(context, id, change)
  if (!edit) return { id }
  const { name, before, after } = edit
  return { id, action: await record(context, 'edit-collection', { collection: id, before, after }, name) }
}

/** Moves a collection to another position. @throws AppError `not_found` */
export async function moveCollection(
  deps: CollectionActionDeps,
  owner: UserId,
  id: CollectionId,
  target: MoveTarget,
): Promise<CollectionAction> {
  return inTransaction(deps, owner, (context) => writeMove(context, id, target))
}

/** Does the same as `moveCollection`, in the caller's transaction. */
export async function writeMove(
  context: CollectionContext,
  id: CollectionId,
  target: MoveTarget,
): Promise<CollectionAction> {
  const { tx, owner, at } = context
  const above = await repositionCollection(tx, owner, { id, at }, target)
  const row = await findCollectionRow(tx, owner, id)
  return { id, action: await recordMove(context, 'move-collection', { collection: id, above }, row?.name ?? '') }
}

/** A hand-picked entry of a collection. */
interface PickedEntry {
  readonly collection: CollectionId
  readonly entry: EntryId
}

/** Moves a hand-picked entry to another position in its collection. @throws AppError `not_found` */
export async function moveInCollection(
  deps: CollectionActionDeps,
  owner: UserId,
  picked: PickedEntry,
  target: MoveTarget,
): Promise<CollectionAction> {
  return inTransaction(deps, owner, (context) => writeEntryMove(context, picked, target))
}

/** Does the same as `moveInCollection`, in the caller's transaction. */
export async function writeEntryMove(
  context: CollectionContext,
  { collection, entry }: PickedEntry,
  target: MoveTarget,
): Promise<CollectionAction> {
  const above = await moveEntry({ ...context, collection }, entry, target)
  const row = await findCollectionRow(context.tx, context.owner, collection)
  const detail = { collection, entry, above }
  return { id: collection, action: await recordMove(context, 'move-entry', detail, row?.name ?? '') }
}

function record(
  { tx, owner, now }: CollectionContext,
  kind: ActionKind,
  detail: Readonly<Record<string, unknown>>,
  title: string,
): Promise<number> {
  return insertAction(tx, owner, { kind, detail, title, entries: 1, now })
}

interface Move {
  readonly collection: CollectionId
  readonly entry?: EntryId
  /** id of the item above the moved one before the move; null if it was the first one */
  readonly above: number | null
}

/**
 * Records a move. Successive moves of the same item share one action. If a user presses "Up" ten times, one undo
 * reverts all ten, and the moves do not displace older actions from the history.
 */
async function recordMove(
  context: CollectionContext,
  kind: 'move-collection' | 'move-entry',
  move: Move,
  title: string,
): Promise<number> {
  const newest = await findNewestAction(context.tx, context.owner)
  const isSame =
    newest?.kind === kind &&
    !newest.isUndone &&
    newest.detail['collection'] === move.collection &&
    newest.detail['entry'] === move.entry
  return isSame ? newest.id : record(context, kind, { ...move }, title)
}

/**
 * Undoes a change to a collection. If a property has changed again since, it keeps the newer value.
 * @returns false if there was nothing to undo, because the collection or the entry no longer exists
 */
export async function undoCollectionAction(
  deps: CollectionActionDeps,
  owner: UserId,
  action: UserAction,
): Promise<boolean> {
  return inTransaction(deps, owner, async (context) => {
    const isUndone = await undoIn(context, action)
    await markAction(context.tx, owner, action.id, { undoneAt: context.now })
    return isUndone
  })
}

async function undoIn(context: CollectionContext, action: UserAction): Promise<boolean> {
  const { tx, owner } = context
  if (action.kind === 'delete-collection') return restoreDeleted(context, action)
  const { collection: id, above, entry } = action.detail as unknown as Move
  if (!(await findCollectionRow(tx, owner, id))) return false
  switch (action.kind) {
    case 'create-collection':
      await writeDeletion(context, id)
      return true
    case 'edit-collection':
      return revertEdit(context, id, action.detail as unknown as CollectionEdit)
    case 'move-collection':
      return isFound(() => repositionCollection(tx, owner, { id, at: context.at }, targetBelow(above)))
    default:
      return isFound(() => moveEntry({ ...context, collection: id }, entry!, targetBelow(above)))
  }
}

/**
 * @param above id of the item above the wanted position; null for the first position
 * @returns the target of a move to that position
 */
export const targetBelow = (above: number | null): MoveTarget => (above === null ? 'first' : { after: above })

/** @returns false if `move` failed because the item, or the item above its previous position, no longer exists */
async function isFound(move: () => Promise<unknown>): Promise<boolean> {
  try {
    await move()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

async function revertEdit(
  { tx, owner, now }: CollectionContext,
  id: CollectionId,
  { before, after }: CollectionEdit,
): Promise<boolean> {
  const row = (await findCollectionRow(tx, owner, id)) as Readonly<Record<string, unknown>> | undefined
  const unchanged = Object.keys(after).filter((column) => row?.[column] === after[column])
  if (unchanged.length === 0) return false
  const columns = Object.fromEntries(unchanged.map((column) => [column, before[column]]))
  const name = columns['name']
  const names = typeof name === 'string' ? await renamed({ tx, owner }, id, name) : {}
  const revision = await advanceRevision(tx, owner)
  await updateCollection(tx, owner, id, { ...columns, ...names, updated_at: now, revision })
  return true
}

/** @returns the columns for the name `wanted`. If another collection has this name, a number is appended. */
async function renamed(
  { tx, owner }: Pick<CollectionContext, 'tx' | 'owner'>,
  id: CollectionId,
  wanted: string,
): Promise<{ readonly name: string; readonly name_key: string }> {
  const others = (await listKeys(tx, owner)).filter((one) => one.id !== id)
  const name = freeName(wanted, new Set(others.map(({ name_key: key }) => key)))
  return { name, name_key: collectionKey(name) }
}
