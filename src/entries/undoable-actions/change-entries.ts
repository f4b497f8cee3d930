import type { EntryId, TagId } from '../../kernel/branded-ids.ts'
import { deleteUnusedTags, findOrCreateTags, findTags } from '../../tags/tag.repository.ts'
import { recordRemovedTags } from '../../tags/tag-times.repository.ts'
import { MAX_TAGS_PER_ENTRY, tooManyTags, type Tag } from '../../tags/tag.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertTombstone } from '../entry.repository.ts'
import { shownTitleOfRow, TITLE_COLUMNS, type TitleRow } from '../shown-title.ts'
import { run, runForIds, type ChangeContext } from './run-statement.ts'
import { changePickedEntries, type PickedEntriesChange } from './change-picked-entries.ts'

/** A change to the states, tags or collections of entries. */
export type StateChange =
  | { readonly kind: 'archive' | 'unarchive' | 'star' | 'unstar' }
  | { readonly kind: 'tag' | 'untag'; readonly labels: readonly string[] }
  | PickedEntriesChange
  | TagRename

/** Replaces the tag `from` by the tag `to` on all its entries. If `to` already exists, the two tags are merged. */
export interface TagRename {
  readonly kind: 'rename'
  readonly from: string
  readonly to: string
}

interface Flag {
  readonly flag: 'is_archived' | 'is_starred'
  readonly at: 'archived_at' | 'starred_at'
  readonly setAt: 'archived_set_at' | 'starred_set_at'
  readonly value: 0 | 1
}

const ARCHIVED_COLUMNS = { flag: 'is_archived', at: 'archived_at', setAt: 'archived_set_at' } as const
const STARRED_COLUMNS = { flag: 'is_starred', at: 'starred_at', setAt: 'starred_set_at' } as const

/** The columns that each action sets, and the value of the flag column. */
export const FLAG_CHANGES: Readonly<Record<'archive' | 'unarchive' | 'star' | 'unstar', Flag>> = {
  archive: { ...ARCHIVED_COLUMNS, value: 1 },
  unarchive: { ...ARCHIVED_COLUMNS, value: 0 },
  star: { ...STARRED_COLUMNS, value: 1 },
  unstar: { ...STARRED_COLUMNS, value: 0 },
}

/**
 * Changes entries and records their previous states, so that the change can be undone. The number of statements does
 * not depend on the number of entries.
 * @param ids ids of entries; unknown ids, and entries that already have the requested state, are skipped
 * @returns the number of changed entries
 * @throws AppError `invalid_input` if an entry would have more than the maximum number of tags
 */
export async function changeEntries(
  context: ChangeContext,
  ids: readonly EntryId[],
  change: StateChange,
): Promise<number> {
  if (change.kind === 'tag') return addTags(context, ids, change.labels)
  if (change.kind === 'untag') return removeTags(context, ids, change.labels)
  if (change.kind === 'collect' || change.kind === 'uncollect') return changePickedEntries(context, ids, change)
  if (change.kind === 'rename') return renameTag(context, ids, change)
  return setFlag(context, ids, FLAG_CHANGES[change.kind])
}

async function setFlag(
  context: ChangeContext,
  ids: readonly EntryId[],
  { flag, at, setAt, value }: Flag,
): Promise<number> {
  const { tx, owner, actionId, now } = context
  const recorded = await runForIds(
    context,
    `insert into user_action_entry (user_id, action_id, entry_id, before_at)
     select user_id, $2, id, ${at} from entry where user_id = $1 and ${flag} = $3 and id in IDS returning entry_id`,
    [owner, actionId, 1 - value],
    ids,
  )
  if (recorded.length === 0) return 0
  const revision = await advanceRevision(tx, owner)
  await runForIds(
    context,
    `update entry set ${flag} = $2, ${at} = $3, updated_at = $4, revision = $5, ${setAt} = $7
     where user_id = $1 and ${flag} = $6 and id in IDS`,
    [owner, value, value === 1 ? now : null, now, revision, 1 - value, context.at ?? now],
    ids,
  )
  return recorded.length
}

async function addTags(context: ChangeContext, ids: readonly EntryId[], labels: readonly string[]): Promise<number> {
  const { tx, owner, actionId, now } = context
  const tags = await findOrCreateTags(tx, owner, labels)
  for (const { id, label } of tags) {
    await runForIds(
      context,
      `insert into user_action_entry (user_id, action_id, entry_id, label)
       select user_id, $2, id, $3 from entry where user_id = $1 and id in IDS and not exists (select 1 from entry_tag
         where entry_tag.user_id = $1 and entry_tag.entry_id = entry.id and entry_tag.tag_id = $4)`,
      [owner, actionId, label, id],
      ids,
    )
    await runForIds(
      context,
      `insert into entry_tag (user_id, entry_id, tag_id, added_at) select user_id, entry_id, $3, $5 from user_action_entry
       where user_id = $1 and action_id = $2 and label = $4 and entry_id in IDS`,
      [owner, actionId, id, label, context.at ?? now],
      ids,
    )
  }
  await refuseTooMany(context, ids)
  return recordTagChange(context, ids, tags)
}

async function refuseTooMany(context: ChangeContext, ids: readonly EntryId[]): Promise<void> {
  const full = await runForIds(
    context,
    'select entry_id from entry_tag where user_id = $1 and entry_id in IDS group by entry_id having count(*) > ' +
      String(MAX_TAGS_PER_ENTRY),
    [context.owner],
    ids,
  )
  if (full.length > 0) throw tooManyTags()
}

async function removeTags(context: ChangeContext, ids: readonly EntryId[], labels: readonly string[]): Promise<number> {
  const { tx, owner, actionId, now } = context
  const tags = labels.length === 0 ? [] : await findTags(tx, owner, { labels })
  await recordRemovedTags(tx, owner, { tagIds: tags.map(({ id }) => id), entryIds: ids, at: context.at ?? now })
  for (const { id, label } of tags) {
    await runForIds(
      context,
      `insert into user_action_entry (user_id, action_id, entry_id, label)
       select user_id, $2, entry_id, $3 from entry_tag where user_id = $1 and tag_id = $4 and entry_id in IDS`,
      [owner, actionId, label, id],
      ids,
    )
    await runForIds(
      context,
      'delete from entry_tag where user_id = $1 and tag_id = $2 and entry_id in IDS',
      [owner, id],
      ids,
    )
  }
  return recordTagChange(context, ids, tags)
}

async function renameTag(context: ChangeContext, ids: readonly EntryId[], { from, to }: TagRename): Promise<number> {
  if (from === to || (await removeTags(context, ids, [from])) === 0) return 0
  const changed = await runForIds<{ entry_id: number }>(
    context,
    'select entry_id from user_action_entry where user_id = $1 and action_id = $2 and label = $3 and entry_id in IDS',
    [context.owner, context.actionId, from],
    ids,
  )
  const having = changed.map(({ entry_id: id }) => Number(id) as EntryId)
  await addTags(context, having, [to])
  return having.length
}

/**
 * Completes a change of tags: marks the entries as changed, and deletes each of `tags` that has no entries left.
 * @returns the number of changed entries
 */
async function recordTagChange(context: ChangeContext, ids: readonly EntryId[], tags: readonly Tag[]): Promise<number> {
  const { owner, actionId } = context
  const changed = await runForIds<{ entry_id: number }>(
    context,
    'select distinct entry_id from user_action_entry where user_id = $1 and action_id = $2 and entry_id in IDS',
    [owner, actionId],
    ids,
  )
  await touchTagged(
    context,
    changed.map(({ entry_id }) => Number(entry_id) as EntryId),
    tags.map(({ id }) => id),
  )
  return changed.length
}

/** Marks entries as changed, and deletes each of `tags` that has no entries left. */
export async function touchTagged(
  context: Omit<ChangeContext, 'actionId'>,
  ids: readonly EntryId[],
  tags: readonly TagId[],
): Promise<void> {
  const { tx, owner, now } = context
  const unused = await deleteUnusedTags(tx, owner, tags)
  if (ids.length === 0 && unused.length === 0) return
  const revision = await advanceRevision(tx, owner)
  const sql = 'update entry set updated_at = $2, revision = $3 where user_id = $1 and id in IDS'
  await runForIds(context, sql, [owner, now, revision], ids)
  for (const objectId of unused) await insertTombstone(tx, owner, { kind: 'tag', objectId, revision, now })
}

/** @returns the title that pages show for an entry; empty if the entry does not exist */
export async function titleOf(context: Omit<ChangeContext, 'actionId'>, id: EntryId): Promise<string> {
  const sql = `select ${TITLE_COLUMNS} from entry where user_id = $1 and id = $2`
  const [row] = await run<TitleRow>(context, sql, [context.owner, id])
  return row ? shownTitleOfRow(row) : ''
}
