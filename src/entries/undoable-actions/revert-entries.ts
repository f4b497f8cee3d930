import type { EntryId } from '../../kernel/branded-ids.ts'
import { findOrCreateTags, findTags } from '../../tags/tag.repository.ts'
import { recordRemovedTags } from '../../tags/tag-times.repository.ts'
import { advanceRevision } from '../../users/revision.ts'
import { run, runForIds, type ChangeContext } from './run-statement.ts'
import { revertCollected } from './change-picked-entries.ts'
import { FLAG_CHANGES, touchTagged, type StateChange, type TagRename } from './change-entries.ts'

/** The action to revert. */
interface RevertContext extends ChangeContext {
  /**
   * ISO time of the action to revert. The action stored it in the entries that it archived or starred; entries with
   * another time have been changed again since.
   */
  readonly setAt: string
}

const RECORDED_ENTRIES = 'select entry_id from user_action_entry where user_id = $1 and action_id = $2'

/**
 * Restores the state that entries had before an action. Entries that have been changed again since the action are
 * skipped.
 * @returns the number of changed entries
 */
export async function revertEntries(
  context: RevertContext,
  ids: readonly EntryId[],
  change: StateChange,
): Promise<number> {
  const { kind } = change
  if (kind === 'collect' || kind === 'uncollect') return revertCollected(context, ids, change)
  if (kind === 'rename') return revertRename(context, ids, change)
  return kind === 'tag' || kind === 'untag' ? revertTags(context, ids, kind) : revertFlag(context, ids, kind)
}

/**
 * Replaces the tag `to` of entries by the tag `from` again. Entries that no longer have `to`, or already have `from`,
 * are skipped.
 * @returns the number of changed entries
 */
async function revertRename(
  context: RevertContext,
  ids: readonly EntryId[],
  { from, to }: Pick<TagRename, 'from' | 'to'>,
): Promise<number> {
  const { tx, owner, actionId, now } = context
  const [newer] = await findTags(tx, owner, { labels: [to] })
  if (!newer) return 0
  const [older] = await findOrCreateTags(tx, owner, [from])
  const changed = await runForIds<{ entry_id: number }>(
    context,
    `insert into entry_tag (user_id, entry_id, tag_id, added_at) select user_id, entry_id, $3, $6 from entry_tag
       where user_id = $1 and tag_id = $5 and entry_id in (${RECORDED_ENTRIES} and label = $4 and entry_id in IDS)
       on conflict do nothing returning entry_id`,
    [owner, actionId, older!.id, from, newer.id, now],
    ids,
  )
  const given = changed.map(({ entry_id: id }) => Number(id) as EntryId)
  await recordRemovedTags(tx, owner, { tagIds: [newer.id], entryIds: given, at: now })
  await runForIds(
    context,
    `delete from entry_tag where user_id = $1 and tag_id = $3
       and entry_id in (${RECORDED_ENTRIES} and label = $4 and entry_id in IDS)`,
    [owner, actionId, newer.id, to],
    given,
  )
  await touchTagged(context, given, [older!.id, newer.id])
  return given.length
}

async function revertFlag(
  context: RevertContext,
  ids: readonly EntryId[],
  kind: keyof typeof FLAG_CHANGES,
): Promise<number> {
  const { tx, dialect, owner, actionId, now, setAt } = context
  const { flag, at, setAt: changedAt, value } = FLAG_CHANGES[kind]
  const recorded = await runForIds<{ entry_id: number; before_at: string | null }>(
    context,
    'select entry_id, before_at from user_action_entry where user_id = $1 and action_id = $2 and entry_id in IDS',
    [owner, actionId],
    ids,
  )
  // Passes the recorded states as a parameter instead of joining their table. If the rows were just inserted,
  // PostgreSQL has no statistics about them yet, and the join would be slow.
  const given =
    dialect === 'sqlite'
      ? "(select value ->> 'entry_id' as entry_id, value ->> 'before_at' as before_at from json_each($6))"
      : 'json_to_recordset($6::json)'
  const names = dialect === 'sqlite' ? 'recorded' : 'recorded (entry_id bigint, before_at text)'
  // The plus sign keeps SQLite from finding the entries by their owner. Otherwise, it may read the recorded rows again
  // for each entry of the owner.
  const ownerId = dialect === 'sqlite' ? '+entry.user_id' : 'entry.user_id'
  const isUnchanged = value === 1 ? ` and entry.${at} = $7` : ''
  const revision = await advanceRevision(tx, owner)
  const changed = await run(
    context,
    `update entry set ${flag} = $2, updated_at = $3, revision = $4, ${changedAt} = $3, ${at} = recorded.before_at from ${given} as ${names}
     where ${ownerId} = $1 and entry.id = recorded.entry_id and entry.${flag} = $5${isUnchanged} returning entry.id`,
    [owner, 1 - value, now, revision, value, JSON.stringify(recorded), ...(value === 1 ? [setAt] : [])],
  )
  return changed.length
}

async function revertTags(context: RevertContext, ids: readonly EntryId[], kind: 'tag' | 'untag'): Promise<number> {
  const { tx, owner, actionId, now } = context
  const rows = await runForIds<{ label: string }>(
    context,
    'select distinct label from user_action_entry where user_id = $1 and action_id = $2 and entry_id in IDS',
    [owner, actionId],
    ids,
  )
  const labels = rows.map(({ label }) => label)
  const tags = kind === 'tag' ? await findTags(tx, owner, { labels }) : await findOrCreateTags(tx, owner, labels)
  if (kind === 'tag') {
    await recordRemovedTags(tx, owner, { tagIds: tags.map((tag) => tag.id), entryIds: ids, at: now })
  }
  const changed = new Set<EntryId>()
  for (const { id, label } of tags) {
    const sql =
      kind === 'tag'
        ? `delete from entry_tag where user_id = $1 and tag_id = $3
             and entry_id in (${RECORDED_ENTRIES} and label = $4 and entry_id in IDS) returning entry_id`
        : `insert into entry_tag (user_id, entry_id, tag_id, added_at) select user_id, id, $3, $5 from entry
             where user_id = $1 and id in (${RECORDED_ENTRIES} and label = $4 and entry_id in IDS)
             on conflict do nothing returning entry_id`
    const values = [owner, actionId, id, label, ...(kind === 'untag' ? [now] : [])]
    const found = await runForIds<{ entry_id: number }>(context, sql, values, ids)
    for (const { entry_id } of found) changed.add(Number(entry_id) as EntryId)
  }
  await touchTagged(
    context,
    [...changed],
    tags.map(({ id }) => id),
  )
  return changed.size
}

/** @returns ids of the entries that an action changed, in ascending order: the next `limit` ids greater than `after` */
export async function recordedIds(context: ChangeContext, after: number, limit: number): Promise<EntryId[]> {
  const sql = `select distinct entry_id from (${RECORDED_ENTRIES} and entry_id > $3) as found order by entry_id limit $4`
  const rows = await run<{ entry_id: number }>(context, sql, [context.owner, context.actionId, after, limit])
  return rows.map(({ entry_id }) => Number(entry_id) as EntryId)
}
