import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { MAX_PICKED } from './collection.ts'
import { POSITION_GAP, inIds, runPick, touchCollection, type PickContext } from './pick-context.ts'

/**
 * Adds hand-picked entries at the end of a collection, in the given order.
 * @param ids ids of entries; unknown ids, and entries that the collection already contains, are skipped
 * @returns the ids of the added entries
 * @throws AppError `not_found` if the collection does not exist, `invalid_input` if it would have too many entries
 */
export async function pickEntries(context: PickContext, ids: readonly EntryId[]): Promise<EntryId[]> {
  await touchCollection(context)
  const { owner, collection, now, at = now, dialect } = context
  // With `cross join`, SQLite reads the list of ids once and looks up each entry. With `join`, it may read all entries,
  // and for each of them the whole list.
  const [list, given, join] =
    dialect === 'sqlite'
      ? ['json_each($4)', 'given.value as id, given.key as place', 'cross join']
      : [
          'json_array_elements_text($4::json) with ordinality',
          'given.value::bigint as id, given.ordinality as place',
          'join',
        ]
  const added = await runPick<{ entry_id: number }>(
    context,
    `insert into collection_entry (user_id, collection_id, entry_id, position, added_at)
     select $1, $2, entry.id, ${LAST} + ${POSITION_GAP} * row_number() over (order by given.place), $3
     from (select ${given} from ${list} as given${dialect === 'sqlite' ? '' : ' (value, ordinality)'}) as given
     ${join} entry on entry.user_id = $1 and entry.id = given.id
     where true on conflict do nothing returning entry_id`,
    [owner, collection, at, JSON.stringify(ids)],
  )
  await refuseTooMany(context)
  return added.map(({ entry_id }) => Number(entry_id) as EntryId)
}

const LAST =
  'coalesce((select max(position) from collection_entry as last where last.user_id = $1 and last.collection_id = $2), 0)'

/**
 * Removes hand-picked entries from a collection.
 * @returns the ids of the removed entries
 */
export async function unpickEntries(context: PickContext, ids: readonly EntryId[]): Promise<EntryId[]> {
  await touchCollection(context)
  const { owner, collection, now, at = now, dialect } = context
  await runPick(
    context,
    `insert into removed_member (user_id, entry_id, kind, name, removed_at)
     select user_id, entry_id, 'collection', $4, $5 from collection_entry
     where user_id = $1 and collection_id = $2 and entry_id ${inIds(dialect, '$3')}
     on conflict (user_id, entry_id, kind, name) do update set removed_at = excluded.removed_at`,
    [owner, collection, JSON.stringify(ids), String(collection), at],
  )
  const removed = await runPick<{ entry_id: number }>(
    context,
    `delete from collection_entry where user_id = $1 and collection_id = $2 and entry_id ${inIds(dialect, '$3')} returning entry_id`,
    [owner, collection, JSON.stringify(ids)],
  )
  return removed.map(({ entry_id }) => Number(entry_id) as EntryId)
}

async function refuseTooMany(context: PickContext): Promise<void> {
  const sql = 'select count(*) as total from collection_entry where user_id = $1 and collection_id = $2'
  const [row] = await runPick<{ total: number | string }>(context, sql, [context.owner, context.collection])
  if (Number(row?.total ?? 0) > MAX_PICKED)
    throw new AppError('invalid_input', `a collection has at most ${MAX_PICKED} hand-picked entries`)
}
