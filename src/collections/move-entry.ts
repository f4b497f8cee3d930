import type { EntryId } from '../kernel/branded-ids.ts'
import { notFound } from '../kernel/errors.ts'
import type { MoveTarget } from './move-target.ts'
import { POSITION_GAP, runPick, touchCollection, type PickContext } from './pick-context.ts'

/**
 * Moves a hand-picked entry to another position in its collection.
 * @returns the entry that was above it; null if it was the first one
 * @throws AppError `not_found` if the collection does not contain the entry
 */
export async function moveEntry(context: PickContext, id: EntryId, target: MoveTarget): Promise<EntryId | null> {
  await touchCollection(context)
  const place = await findPosition(context, id)
  const above = await entryAbove(context, place)
  const gap = await targetNeighbours(context, place, target)
  if (!gap) {
    await setPosition(context, id, place.position)
    return above
  }
  const position = middle(gap)
  if (position !== undefined) {
    await setPosition(context, id, position)
    return above
  }
  await renumberEntries(context)
  const wider = await targetNeighbours(context, await findPosition(context, id), target)
  if (wider) await setPosition(context, id, middle(wider)!)
  return above
}

/**
 * @returns the ISO time of the entry's last move; null if it was never moved; undefined if the collection does not
 * contain it
 */
export async function findMoveTime(context: PickContext, entry: EntryId): Promise<string | null | undefined> {
  const sql = 'select moved_at from collection_entry where user_id = $1 and collection_id = $2 and entry_id = $3'
  const rows = await runPick<{ moved_at: string | null }>(context, sql, [context.owner, context.collection, entry])
  return rows[0]?.moved_at
}

async function entryAbove(context: PickContext, { position }: EntryPosition): Promise<EntryId | null> {
  const [row] = await runPick<{ entry_id: number }>(
    context,
    `select entry_id from collection_entry where user_id = $1 and collection_id = $2 and position < $3
     order by position desc limit 1`,
    [context.owner, context.collection, position],
  )
  return row ? (Number(row.entry_id) as EntryId) : null
}

interface EntryPosition {
  readonly entry: EntryId
  readonly position: number
}

/**
 * The positions of the two neighbours between which an entry is put. A position is undefined if there is no neighbour
 * on that side.
 */
interface NeighbourPositions {
  readonly above: number | undefined
  readonly below: number | undefined
}

function middle({ above, below }: NeighbourPositions): number | undefined {
  if (below === undefined) return (above ?? 0) + POSITION_GAP
  const position = Math.floor(((above ?? below - 2 * POSITION_GAP) + below) / 2)
  return position === above || position === below ? undefined : position
}

async function targetNeighbours(
  context: PickContext,
  place: EntryPosition,
  target: MoveTarget,
): Promise<NeighbourPositions | undefined> {
  if (target === 'first') return { above: undefined, below: await nextPosition(context, undefined, 'asc') }
  if (target === 'last') return { above: await nextPosition(context, undefined, 'desc'), below: undefined }
  if (target === 'up') {
    const below = await nextPosition(context, place.position, 'desc')
    return below === undefined ? undefined : { above: await nextPosition(context, below, 'desc'), below }
  }
  if (target === 'down') {
    const above = await nextPosition(context, place.position, 'asc')
    return above === undefined ? undefined : { above, below: await nextPosition(context, above, 'asc') }
  }
  const beside = 'before' in target ? target.before : target.after
  if (beside === place.entry) return undefined
  const { position } = await findPosition(context, beside as EntryId)
  if ('after' in target) return { above: position, below: await nextPosition(context, position, 'asc') }
  return { above: await nextPosition(context, position, 'desc'), below: position }
}

/**
 * @param position position of an entry; undefined to get the position of the first entry in `order`
 * @returns the position of the next entry in `order`; undefined if there is none
 */
async function nextPosition(
  context: PickContext,
  position: number | undefined,
  order: 'asc' | 'desc',
): Promise<number | undefined> {
  const { owner, collection } = context
  const side = position === undefined ? '' : `and position ${order === 'asc' ? '>' : '<'} $3`
  const [row] = await runPick<{ position: number }>(
    context,
    `select position from collection_entry where user_id = $1 and collection_id = $2 ${side} order by position ${order} limit 1`,
    [owner, collection, ...(position === undefined ? [] : [position])],
  )
  return row && Number(row.position)
}

async function findPosition(context: PickContext, entry: EntryId): Promise<EntryPosition> {
  const sql = 'select position from collection_entry where user_id = $1 and collection_id = $2 and entry_id = $3'
  const [row] = await runPick<{ position: number }>(context, sql, [context.owner, context.collection, entry])
  if (!row) throw notFound('entry')
  return { entry, position: Number(row.position) }
}

async function setPosition(context: PickContext, id: EntryId, position: number): Promise<void> {
  const { owner, collection, now, at = now } = context
  const sql = `update collection_entry set position = $4, moved_at = $5
    where user_id = $1 and collection_id = $2 and entry_id = $3`
  await runPick(context, sql, [owner, collection, id, position, at])
}

/**
 * Renumbers the positions of all entries of the collection, with gaps between them. The order of the entries stays the
 * same.
 */
async function renumberEntries(context: PickContext): Promise<void> {
  const sql = `update collection_entry set position = placed.position from (
      select entry_id, ${POSITION_GAP} * row_number() over (order by position, entry_id) as position
      from collection_entry where user_id = $1 and collection_id = $2
    ) as placed
    where collection_entry.user_id = $1 and collection_entry.collection_id = $2
      and collection_entry.entry_id = placed.entry_id`
  await runPick(context, sql, [context.owner, context.collection])
}
