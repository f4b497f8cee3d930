import { findPlaceTimes, setPlaceTime } from '../../collections/place-times.repository.ts'
import { findDeletion } from '../../entries/deleting/deletion.repository.ts'
import { performInTransaction } from '../../entries/undoing/perform-action.ts'
import type { EntryId } from '../../kernel/brand.ts'
import { appliedTo, findTarget, isLatest, rejected, type OperationContext } from './operation-context.ts'
import type { ChangeCollection, Outcome, Reference } from './operation.ts'

/** Adds entries to a collection and removes entries from it. For each entry, the latest user action wins. */
export async function changeCollectionEntries(
  context: OperationContext,
  { collection, addEntries, removeEntries }: ChangeCollection,
): Promise<Outcome> {
  const { tx, owner, at } = context
  if (!(await hasCollection(context, collection))) {
    const deletion = await findDeletion(tx, owner, 'collection', collection)
    return deletion ? rejected('deleted', collection) : rejected('unknown-collection')
  }
  const lost: string[] = []
  for (const [references, kind] of [
    [addEntries, 'collect'],
    [removeEntries, 'uncollect'],
  ] as const) {
    const { ids, missing } = await resolve(context, references)
    const timeOf = await findPlaceTimes(tx, owner, collection, ids)
    const isChange = (id: EntryId) => timeOf(id).isPresent === (kind === 'uncollect')
    const latest = ids.filter((id) => isLatest(at, timeOf(id).changedAt))
    const changed = latest.filter(isChange)
    if (changed.length > 0) await performInTransaction(context, changed, { kind, collection })
    for (const id of latest.filter((one) => !isChange(one))) {
      await setPlaceTime(tx, owner, { collection, id, isPresent: kind === 'collect', at })
    }
    const later = ids.filter((id) => isChange(id) && !latest.includes(id))
    lost.push(...[...later, ...missing].map((one) => `entry:${one}`))
  }
  return appliedTo(collection, lost)
}

async function hasCollection(
  { tx, owner }: OperationContext,
  collection: ChangeCollection['collection'],
): Promise<boolean> {
  const query = tx.selectFrom('collection').select('id').where('user_id', '=', owner).where('id', '=', collection)
  return (await query.executeTakeFirst()) !== undefined
}

/** @returns the ids of existing entries without duplicates, and the references to missing entries */
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
