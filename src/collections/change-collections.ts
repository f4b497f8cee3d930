import type { Database } from '../db/database.ts'
import type { CollectionId, UserId } from '../kernel/brand.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { advanceRevision } from '../users/revision.ts'
import { insertCollection, listKeys, updateCollection } from './collection.repository.ts'
import {
  collectionKey,
  MAX_COLLECTIONS,
  parseCollectionName,
  parseCollectionQuery,
  tooManyCollections,
  type CollectionChange,
  type CollectionFacts,
} from './collection.ts'

export interface CollectionsDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The default properties of a new collection. */
export const NEW_COLLECTION: Omit<CollectionFacts, 'name'> = {
  icon: 'folder',
  query: '',
  sort: 'manual',
  layout: undefined,
  isPinned: true,
  isIndexable: false,
}

/** Distance between the positions of two collections. */
const GAP = 65_536
/** Number of characters of a public id, which has 155 random bits. */
const PUBLIC_LENGTH = 30

/**
 * Creates a collection after all others.
 * @param given properties of the collection. The default order is newest first with a query, else `manual`.
 * @returns the id of the new collection
 * @throws AppError `invalid_input` if the name is invalid or used, the query is too long, or there are too many
 *   collections
 */
export async function createCollection(
  { database, clock }: CollectionsDeps,
  owner: UserId,
  given: CollectionChange & Pick<CollectionFacts, 'name'>,
): Promise<CollectionId> {
  const query = parseCollectionQuery(given.query ?? '')
  const sort = given.sort ?? (query === '' ? 'manual' : 'newest')
  const facts = { ...NEW_COLLECTION, ...given, name: parseCollectionName(given.name), query, sort }
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
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
      position: (known.at(-1)?.position ?? 0) + GAP,
      public_id: facts.isPublic ? randomBase36(PUBLIC_LENGTH) : null,
      created_at: now,
      updated_at: now,
      revision,
    })
  })
}

/** Changes properties of a collection. @throws AppError `not_found`, or `invalid_input` as `createCollection` does */
export async function changeCollection(
  { database, clock }: CollectionsDeps,
  owner: UserId,
  id: CollectionId,
  given: CollectionChange,
): Promise<void> {
  const change = {
    ...given,
    ...(given.name !== undefined && { name: parseCollectionName(given.name) }),
    ...(given.query !== undefined && { query: parseCollectionQuery(given.query) }),
  }
  await ownerTransaction(database, owner, async (tx) => {
    const known = await listKeys(tx, owner)
    const own = known.find((one) => one.id === id)
    if (!own) throw notFound('collection')
    if (change.name !== undefined) {
      const others = known.filter((one) => one.id !== id)
      refuseUsedName(others, change.name)
    }
    const revision = await advanceRevision(tx, owner)
    const isNewlyPublic = change.isPublic === true && own.public_id === null
    await updateCollection(tx, owner, id, {
      ...columnsOf(change),
      ...(isNewlyPublic && { public_id: randomBase36(PUBLIC_LENGTH) }),
      // If the collection is published again, it gets a new public id.
      ...(change.isPublic === false && { public_id: null }),
      updated_at: clock.now().toISOString(),
      revision,
    })
  })
}

function columnsOf({ name, icon, query, sort, isPinned, isIndexable, ...rest }: CollectionChange) {
  return {
    ...(name !== undefined && { name, name_key: collectionKey(name) }),
    ...(icon !== undefined && { icon }),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort }),
    ...('layout' in rest && { layout: rest.layout ?? null }),
    ...(isPinned !== undefined && { is_pinned: isPinned ? 1 : 0 }),
    ...(isIndexable !== undefined && { is_indexable: isIndexable ? 1 : 0 }),
  }
}

function refuseUsedName(known: readonly { readonly name_key: string }[], name: string): void {
  const key = collectionKey(name)
  if (!known.some(({ name_key }) => name_key === key)) return
  throw new AppError('invalid_input', 'a collection with this name already exists', {
    details: { field: 'name', isUsed: true },
  })
}

/** The target of a move in an ordered list. `before` and `after` are ids of other items. */
export type MoveTarget = { readonly before: number } | { readonly after: number } | 'first' | 'last' | 'up' | 'down'

/** Moves a collection to another position. @throws AppError `not_found` if the owner has no such collection */
export async function moveCollection(
  { database }: CollectionsDeps,
  owner: UserId,
  id: CollectionId,
  target: MoveTarget,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const ids = (await listKeys(tx, owner)).map((one) => one.id)
    const place = ids.indexOf(id)
    if (place === -1) throw notFound('collection')
    const others = ids.filter((one) => one !== id)
    const to = placeIn(others, place, target)
    await arrange(tx, owner, others.toSpliced(to, 0, id))
  })
}

function placeIn(others: readonly CollectionId[], place: number, target: MoveTarget): number {
  if (target === 'first') return 0
  if (target === 'last') return others.length
  if (target === 'up') return Math.max(0, place - 1)
  if (target === 'down') return Math.min(others.length, place + 1)
  const isBefore = 'before' in target
  const at = others.indexOf((isBefore ? target.before : target.after) as CollectionId)
  if (at === -1) throw notFound('collection')
  return isBefore ? at : at + 1
}

/** Renumbers the positions of all collections in the given order, which is cheap because there are few. */
async function arrange(tx: OwnerTx, owner: UserId, ids: readonly CollectionId[]): Promise<void> {
  const known = new Map((await listKeys(tx, owner)).map((one) => [one.id, one.position]))
  const revision = await advanceRevision(tx, owner)
  for (const [index, id] of ids.entries()) {
    const position = (index + 1) * GAP
    if (known.get(id) !== position) await updateCollection(tx, owner, id, { position, revision })
  }
}
