import { pickEntries, unpickEntries } from '../../collections/pick-entries.ts'
import { touchCollection, type PickContext } from '../../collections/pick-context.ts'
import type { CollectionId, EntryId } from '../../kernel/branded-ids.ts'
import { run, runForIds, type ChangeContext } from './run-statement.ts'

/** A change that adds entries to the hand-picked entries of a collection, or removes them. */
export interface PickedEntriesChange {
  readonly kind: 'collect' | 'uncollect'
  readonly collection: CollectionId
}

/**
 * Adds entries to a collection by hand, or removes them from it. Records the entries and their positions, so that the
 * change can be undone.
 * @returns the number of changed entries
 * @throws AppError `not_found` if the collection does not exist, `invalid_input` if it would have too many entries
 */
export async function changePickedEntries(
  context: ChangeContext,
  ids: readonly EntryId[],
  { kind, collection }: PickedEntriesChange,
): Promise<number> {
  if (ids.length === 0) return 0
  const pick: PickContext = { ...context, collection }
  if (kind === 'uncollect') {
    const recorded = await recordPositions(context, collection, ids)
    if (recorded > 0) await unpickEntries(pick, ids)
    return recorded
  }
  const added = await pickEntries(pick, ids)
  if (added.length > 0) await recordPositions(context, collection, added)
  return added.length
}

async function recordPositions(
  context: ChangeContext,
  collection: CollectionId,
  ids: readonly EntryId[],
): Promise<number> {
  const rows = await runForIds(
    context,
    `insert into user_action_entry (user_id, action_id, entry_id, before_at)
     select user_id, $2, entry_id, cast(position as text) from collection_entry
     where user_id = $1 and collection_id = $3 and entry_id in IDS returning entry_id`,
    [context.owner, context.actionId, collection],
    ids,
  )
  return rows.length
}

/**
 * Reverts a change to the hand-picked entries of a collection. Does nothing if the collection was deleted.
 * @returns the number of changed entries
 */
export async function revertCollected(
  context: ChangeContext,
  ids: readonly EntryId[],
  { kind, collection }: PickedEntriesChange,
): Promise<number> {
  const sql = 'select id from collection where user_id = $1 and id = $2'
  const [found] = await run(context, sql, [context.owner, collection])
  if (!found) return 0
  const pick: PickContext = { ...context, collection }
  if (kind === 'collect') return (await unpickEntries(pick, ids)).length
  await touchCollection(pick)
  return restorePositions(context, collection, ids)
}

/** Adds recorded entries to a collection again, at their recorded positions. @returns the number of added entries */
export async function restorePositions(
  context: ChangeContext,
  collection: CollectionId,
  ids: readonly EntryId[],
): Promise<number> {
  const { owner, actionId, now } = context
  const restored = await runForIds(
    context,
    `insert into collection_entry (user_id, collection_id, entry_id, position, added_at)
     select recorded.user_id, $3, recorded.entry_id, cast(recorded.before_at as ${context.dialect === 'sqlite' ? 'integer' : 'bigint'}), $4
     from user_action_entry as recorded join entry on entry.user_id = recorded.user_id and entry.id = recorded.entry_id
     where recorded.user_id = $1 and recorded.action_id = $2 and recorded.entry_id in IDS
     on conflict do nothing returning entry_id`,
    [owner, actionId, collection, now],
    ids,
  )
  return restored.length
}
