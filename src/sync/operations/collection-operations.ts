import { timesOf } from '../../collections/change-collections.ts'
import { MERGED_FIELDS, collectionKey, type MergedField } from '../../collections/collection.ts'
import { findCollectionRow, listKeys } from '../../collections/collection.repository.ts'
import { findMoveTime } from '../../collections/move-entry.ts'
import { findMembershipTimes, setMembershipTime } from '../../collections/membership-times.repository.ts'
import { findDeletion } from '../../entries/deleting/deletion.repository.ts'
import { listActions, markAction, type UserAction } from '../../entries/undoable-actions/action.repository.ts'
import { UNDO_PERIOD_MS } from '../../entries/undoable-actions/undo-limits.ts'
import {
  targetBelow,
  writeCreation,
  writeEdit,
  writeEntryMove,
  writeMove,
} from '../../entries/undoable-actions/collection-actions.ts'
import { restoreDeleted, writeDeletion } from '../../entries/undoable-actions/delete-collection.ts'
import { performInTransaction } from '../../entries/undoable-actions/perform-action.ts'
import type { CollectionId, EntryId } from '../../kernel/branded-ids.ts'
import { appliedTo, findTarget, isLatest, rejected, type OperationContext } from './operation-context.ts'
import { findByTemporaryId, findReferenced, insertTemporaryId } from './operation-outcome.repository.ts'
import type {
  ChangeCollection,
  CreateCollection,
  DeleteCollection,
  MoveCollection,
  MoveEntry,
  Outcome,
  Reference,
} from './operation.ts'

type CollectionOperation = CreateCollection | ChangeCollection | DeleteCollection | MoveCollection | MoveEntry

/** Applies an operation on a collection. */
export function applyToCollection(context: OperationContext, operation: CollectionOperation): Promise<Outcome> {
  switch (operation.kind) {
    case 'create-collection':
      return createCollection(context, operation)
    case 'change-collection':
      return changeCollection(context, operation)
    case 'delete-collection':
      return deleteCollection(context, operation)
    case 'restore-collection':
      return restoreCollection(context, operation)
    case 'move-collection':
      return moveCollection(context, operation)
    case 'move-entry':
      return moveEntry(context, operation)
  }
}

/** Creates a collection, unless the owner already has one with this name. */
async function createCollection(context: OperationContext, { temporary, given }: CreateCollection): Promise<Outcome> {
  const { tx, owner, now } = context
  const known = await findByTemporaryId(tx, owner, { temporary, kind: 'collection' })
  if (known !== undefined) return { result: 'merged', id: known }
  const same = (await listKeys(tx, owner)).find((one) => one.name_key === collectionKey(given.name))
  const id = same?.id ?? (await writeCreation(context, given)).id
  await insertTemporaryId(tx, owner, { temporary, kind: 'collection', id, now })
  return same ? { result: 'merged', id } : appliedTo(id)
}

/** Names of a collection's fields in operations, if they differ from the names in the program. */
const WIRE_NAMES: Readonly<Partial<Record<MergedField, string>>> = { isPinned: 'pinned' }

/**
 * Changes fields of a collection, adds entries to it and removes entries from it. For each field and each entry, the
 * latest user action wins.
 */
async function changeCollection(context: OperationContext, operation: ChangeCollection): Promise<Outcome> {
  const target = await findCollection(context, operation.collection)
  if (target.reason) return rejected(target.reason, target.id)
  const { id, setTimes } = target
  const fields = MERGED_FIELDS.filter((field) => field in operation.set)
  const latest = fields.filter((field) => isLatest(context.at, setTimes[field] ?? null))
  if (latest.length > 0) {
    await writeEdit(context, id, Object.fromEntries(latest.map((field) => [field, operation.set[field]])))
  }
  const lostFields = fields.filter((field) => !latest.includes(field)).map((field) => WIRE_NAMES[field] ?? field)
  return appliedTo(id, [...lostFields, ...(await changeEntries(context, id, operation))])
}

/**
 * @returns the entries that were not changed, because a later action has added or removed them, and the missing entries
 */
async function changeEntries(
  context: OperationContext,
  collection: CollectionId,
  { addEntries, removeEntries }: ChangeCollection,
): Promise<string[]> {
  const { tx, owner, at } = context
  const lost: string[] = []
  for (const [references, kind] of [
    [addEntries, 'collect'],
    [removeEntries, 'uncollect'],
  ] as const) {
    const { ids, missing } = await resolve(context, references)
    const timeOf = await findMembershipTimes(tx, owner, collection, ids)
    const isChange = (id: EntryId) => timeOf(id).isPresent === (kind === 'uncollect')
    const latest = ids.filter((id) => isLatest(at, timeOf(id).changedAt))
    const changed = latest.filter(isChange)
    if (changed.length > 0) await performInTransaction(context, changed, { kind, collection })
    for (const id of latest.filter((one) => !isChange(one))) {
      await setMembershipTime(tx, owner, { collection, id, isPresent: kind === 'collect', at })
    }
    const later = ids.filter((id) => isChange(id) && !latest.includes(id))
    lost.push(...[...later, ...missing].map((one) => `entry:${one}`))
  }
  return lost
}

/** Deletes a collection, but not its entries. Deleting it again is not an error. */
async function deleteCollection(context: OperationContext, { collection }: DeleteCollection): Promise<Outcome> {
  const target = await findCollection(context, collection)
  if (target.reason === 'unknown-collection') return rejected(target.reason)
  if (!target.reason) await writeDeletion(context, target.id)
  return appliedTo(target.id)
}

/** Restores a deleted collection with its entries, in the same way as undoing the deletion. */
async function restoreCollection(context: OperationContext, { collection }: DeleteCollection): Promise<Outcome> {
  const { tx, owner, now } = context
  const target = await findCollection(context, collection)
  if (target.reason === 'unknown-collection') return rejected(target.reason)
  const { id } = target
  if (!target.reason) return appliedTo(id)
  const since = new Date(Date.parse(now) - UNDO_PERIOD_MS).toISOString()
  const deletion = (await listActions(tx, owner, since)).find((one) => isDeletionOf(one, id))
  if (!deletion) return rejected('expired', id)
  await restoreDeleted(context, deletion)
  await markAction(tx, owner, deletion.id, { undoneAt: now })
  return appliedTo(id)
}

function isDeletionOf({ kind, detail }: UserAction, id: CollectionId): boolean {
  return kind === 'delete-collection' && (detail['row'] as { readonly id?: number }).id === id
}

/**
 * Moves a collection directly below the collection `after`, or to the first position if `after` is null. Does nothing
 * if a later action has moved the collection, or if `after` no longer exists.
 */
async function moveCollection(context: OperationContext, { collection, after }: MoveCollection): Promise<Outcome> {
  const target = await findCollection(context, collection)
  if (target.reason) return rejected(target.reason, target.id)
  const { id, setTimes } = target
  const above = after === null ? undefined : await findCollection(context, after)
  const isMissing = above?.reason !== undefined || above?.id === id
  if (isMissing || !isLatest(context.at, setTimes.position ?? null)) return appliedTo(id, ['position'])
  await writeMove(context, id, targetBelow(above?.id ?? null))
  return appliedTo(id)
}

/**
 * Moves a hand-picked entry directly below the entry `after`, or to the first position if `after` is null. Does nothing
 * if a later action has moved the entry, or if one of the two entries is missing.
 */
async function moveEntry(context: OperationContext, operation: MoveEntry): Promise<Outcome> {
  const target = await findCollection(context, operation.collection)
  if (target.reason) return rejected(target.reason, target.id)
  const { id } = target
  const references = [operation.entry, ...(operation.after === null ? [] : [operation.after])]
  const { ids, missing } = await resolve(context, references)
  const [entry, above = null] = ids
  const times: (string | null | undefined)[] = []
  for (const one of ids) times.push(await findMoveTime({ ...context, collection: id }, one))
  const isMovable = ids.length === references.length && !times.includes(undefined) && isLatest(context.at, times[0]!)
  if (!isMovable) return appliedTo(id, [`entry:${missing.includes(operation.entry) ? operation.entry : entry}`])
  await writeEntryMove(context, { collection: id, entry: entry! }, targetBelow(above))
  return appliedTo(id)
}

/** The collection of an operation, or the reason why it cannot be used. */
type Target =
  | { readonly id: CollectionId; readonly setTimes: ReturnType<typeof timesOf>; readonly reason?: undefined }
  | { readonly reason: 'unknown-collection'; readonly id?: undefined }
  | { readonly reason: 'deleted'; readonly id: CollectionId }

async function findCollection({ tx, owner }: OperationContext, reference: Reference): Promise<Target> {
  const found = await findReferenced(tx, owner, reference, 'collection')
  if (found === undefined) return { reason: 'unknown-collection' }
  const id = found as CollectionId
  const row = await findCollectionRow(tx, owner, id)
  if (row) return { id, setTimes: timesOf(row.set_times) }
  const deletion = await findDeletion(tx, owner, 'collection', id)
  return deletion ? { reason: 'deleted', id } : { reason: 'unknown-collection' }
}

/** @returns the ids of the entries that exist, without duplicates, and the references to entries that do not */
async function resolve(
  context: OperationContext,
  references: readonly Reference[],
): Promise<{ readonly ids: readonly EntryId[]; readonly missing: readonly Reference[] }> {
  const ids = new Set<EntryId>()
  const missing: Reference[] = []
  for (const reference of references) {
    const target = await findTarget(context, reference)
    if (target.reason) missing.push(reference)
    else ids.add(target.entry.id)
  }
  return { ids: [...ids], missing }
}
