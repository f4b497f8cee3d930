import type { CollectionId, UserId } from '../kernel/branded-ids.ts'
import { notFound } from '../kernel/errors.ts'
import { cutText } from '../kernel/storable-text.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { advanceRevision } from '../users/revision.ts'
import { findCollectionRow, insertCollection, listKeys, updateCollection } from './collection.repository.ts'
import {
  collectionKey,
  MAX_COLLECTIONS,
  MAX_NAME,
  MERGED_FIELDS,
  NEW_COLLECTION,
  parseCollectionName,
  parseCollectionQuery,
  parseCurator,
  parseDescription,
  tooManyCollections,
  nameTakenError,
  type CollectionChange,
  type CollectionProperties,
  type MergedField,
} from './collection.ts'
import { targetIndex, type MoveTarget } from './move-target.ts'

/** Distance between the positions of two neighbouring collections, so that a collection can be moved between them. */
const POSITION_GAP = 65_536
/** Number of characters of a public id. They contain 155 random bits. */
const PUBLIC_LENGTH = 30

/** Properties of a new collection. */
export type NewCollection = CollectionChange & Pick<CollectionProperties, 'name'>

/**
 * Creates a collection and puts it at the end of the list.
 * @param given properties of the collection. By default, a collection with a query has its newest entries first, and
 * any other has the order `manual`.
 * @param now ISO time
 * @returns the id of the new collection
 * @throws AppError `invalid_input` if the name is invalid or used, the query is too long, or there are too many
 * collections
 */
export async function insertNewCollection(
  tx: OwnerTx,
  owner: UserId,
  given: NewCollection,
  now: string,
): Promise<CollectionId> {
  const query = parseCollectionQuery(given.query ?? '')
  const sort = given.sort ?? (query === '' ? 'manual' : 'newest')
  const facts = { ...NEW_COLLECTION, ...given, name: parseCollectionName(given.name), query, sort }
  const known = await listKeys(tx, owner)
  if (known.length >= MAX_COLLECTIONS) throw tooManyCollections()
  refuseUsedName(known, facts.name)
  const revision = await advanceRevision(tx, owner)
  return insertCollection(tx, {
    user_id: owner,
    ...columnsOf(facts),
    name: facts.name,
    name_key: collectionKey(facts.name),
    icon: facts.icon,
    sort: facts.sort,
    position: (known.at(-1)?.position ?? 0) + POSITION_GAP,
    public_id: facts.isPublic ? randomBase36(PUBLIC_LENGTH) : null,
    created_at: now,
    updated_at: now,
    revision,
  })
}

/** The columns that an edit changed, with their previous and new values. */
export interface CollectionEdit {
  /** name of the collection before the edit */
  readonly name: string
  readonly before: Readonly<Record<string, string | number | null>>
  readonly after: Readonly<Record<string, string | number | null>>
}

/** The transaction in which a collection is edited, with the times of the edit. */
interface EditContext {
  readonly tx: OwnerTx
  readonly owner: UserId
  /** ISO time of writing */
  readonly now: string
  /** ISO time of the user's action */
  readonly at: string
}

/**
 * Changes properties of a collection.
 * @returns the changed columns; undefined if the collection has these properties already
 * @throws AppError `not_found`, or `invalid_input` as `insertNewCollection` does
 */
export async function editCollection(
  { tx, owner, now, at }: EditContext,
  id: CollectionId,
  given: CollectionChange,
): Promise<CollectionEdit | undefined> {
  const change = {
    ...given,
    ...(given.name !== undefined && { name: parseCollectionName(given.name) }),
    ...(given.query !== undefined && { query: parseCollectionQuery(given.query) }),
    ...parsedPublicTexts(given),
  }
  const row = await findCollectionRow(tx, owner, id)
  if (!row) throw notFound('collection')
  if (change.name !== undefined) {
    const others = (await listKeys(tx, owner)).filter((one) => one.id !== id)
    refuseUsedName(others, change.name)
  }
  const wanted = { ...columnsOf(change), ...publicColumns(row.public_id, change.isPublic) }
  const changed = Object.entries(wanted).filter(([column, value]) => row[column as keyof typeof row] !== value)
  const setTimes = JSON.stringify({ ...timesOf(row.set_times), ...fieldTimes(change, at) })
  if (changed.length === 0) {
    // Stores the times although the columns already have these values. An older change that arrives later, for example
    // from an offline device, is then ignored.
    await updateCollection(tx, owner, id, { set_times: setTimes })
    return undefined
  }
  const revision = await advanceRevision(tx, owner)
  await updateCollection(tx, owner, id, { ...wanted, set_times: setTimes, updated_at: now, revision })
  const before = Object.fromEntries(changed.map(([column]) => [column, row[column as keyof typeof row]]))
  return { name: row.name, before: before as CollectionEdit['before'], after: Object.fromEntries(changed) }
}

/**
 * @returns the columns that publish a collection or end its publication. A collection that is published again gets a
 *   new public id.
 */
function publicColumns(current: string | null, isPublic: boolean | undefined): { readonly public_id?: string | null } {
  if (isPublic === undefined || isPublic === (current !== null)) return {}
  return { public_id: isPublic ? randomBase36(PUBLIC_LENGTH) : null }
}

/**
 * Gives the public collections of a user new public ids, except those that search engines may list.
 * @param change the owner's new revision, and the ISO time
 */
export async function renewPublicIds(
  tx: OwnerTx,
  owner: UserId,
  { revision, now }: { readonly revision: number; readonly now: string },
): Promise<void> {
  const published = tx.selectFrom('collection').select('id').where('user_id', '=', owner)
  const secret = published.where('public_id', 'is not', null).where('is_indexable', '=', 0)
  for (const { id } of await secret.execute()) {
    const columns = { public_id: randomBase36(PUBLIC_LENGTH), updated_at: now, revision }
    await updateCollection(tx, owner, Number(id) as CollectionId, columns)
  }
}

/** ISO times of the last change of each field, by field name, and of the last move of the collection. */
type SetTimes = Readonly<Partial<Record<MergedField | 'position', string>>>

/** @param setTimes value of the column `set_times`, as JSON text */
export const timesOf = (setTimes: string): SetTimes => JSON.parse(setTimes) as SetTimes

function fieldTimes(change: CollectionChange, at: string): Readonly<Record<string, string>> {
  return Object.fromEntries(MERGED_FIELDS.filter((field) => field in change).map((field) => [field, at]))
}

/** @returns the description and the curator, if they are given */
function parsedPublicTexts({ description, curator }: CollectionChange) {
  return {
    ...(description !== undefined && { description: parseDescription(description) }),
    ...(curator !== undefined && { curator: parseCurator(curator) }),
  }
}

function columnsOf({ name, icon, query, sort, isPinned, isIndexable, ...rest }: CollectionChange) {
  return {
    ...parsedPublicTexts(rest),
    ...(name !== undefined && { name, name_key: collectionKey(name) }),
    ...(icon !== undefined && { icon }),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort }),
    ...('layout' in rest && { layout: rest.layout ?? null }),
    ...(isPinned !== undefined && { is_pinned: isPinned ? 1 : 0 }),
    ...(isIndexable !== undefined && { is_indexable: isIndexable ? 1 : 0 }),
  }
}

/** @returns the name if it is free; otherwise the name followed by the first number that makes it unique */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(collectionKey(free)); number += 1) free = `${cutText(name, MAX_NAME - 5)} ${number}`
  return free
}

function refuseUsedName(known: readonly { readonly name_key: string }[], name: string): void {
  const key = collectionKey(name)
  if (known.some(({ name_key }) => name_key === key)) throw nameTakenError()
}

/**
 * Moves a collection to another position.
 * @param at ISO time of the user's action
 * @returns the collection that was above it; null if it was the first one
 * @throws AppError `not_found` if the owner has no such collection
 */
export async function repositionCollection(
  tx: OwnerTx,
  owner: UserId,
  { id, at }: { readonly id: CollectionId; readonly at: string },
  target: MoveTarget,
): Promise<CollectionId | null> {
  const ids = (await listKeys(tx, owner)).map((one) => one.id)
  const place = ids.indexOf(id)
  if (place === -1) throw notFound('collection')
  const others = ids.filter((one) => one !== id)
  const to = targetIndex(others, place, target, 'collection')
  await renumber(tx, owner, others.toSpliced(to, 0, id))
  const times = timesOf((await findCollectionRow(tx, owner, id))!.set_times)
  await updateCollection(tx, owner, id, { set_times: JSON.stringify({ ...times, position: at }) })
  return ids[place - 1] ?? null
}

/**
 * Renumbers the positions of all collections in the given order. Renumbering all of them takes little time, because a
 * user has few collections.
 */
async function renumber(tx: OwnerTx, owner: UserId, ids: readonly CollectionId[]): Promise<void> {
  const known = new Map((await listKeys(tx, owner)).map((one) => [one.id, one.position]))
  const revision = await advanceRevision(tx, owner)
  for (const [index, id] of ids.entries()) {
    const position = (index + 1) * POSITION_GAP
    if (known.get(id) !== position) await updateCollection(tx, owner, id, { position, revision })
  }
}
