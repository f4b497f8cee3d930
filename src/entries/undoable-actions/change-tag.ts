import type { Database } from '../../db/database.ts'
import type { EntryId, TagId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { findTags } from '../../tags/tag.repository.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { insertAction } from './action.repository.ts'
import { changeEntries, type StateChange } from './change-entries.ts'

export interface ChangeTagDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The result of renaming or removing a tag. */
export interface ChangedTag {
  /** id of the action in the history; absent if no entry changed */
  readonly id?: number
  /** label of the removed tag, or the new label of the renamed tag */
  readonly label: string
}

/** Number of entries per statement. */
const BATCH_SIZE = 500

/**
 * Renames a tag on all its entries. If a tag with the new label exists, the two are merged. The renamed tag gets a new
 * id, because clients identify tags by id and do not expect a label to change.
 * @param label user input
 * @throws AppError `not_found`, or `invalid_input` if `label` is empty or contains several labels
 */
export async function renameTag(deps: ChangeTagDeps, owner: UserId, id: TagId, label: string): Promise<ChangedTag> {
  const [to, ...more] = parseTagLabels(label)
  if (to === undefined || more.length > 0) throw new AppError('invalid_input', 'exactly one tag is required')
  const done = await changeTag(deps, owner, id, (from) => ({
    change: { kind: 'rename', from, to },
    title: `${from} → ${to}`,
  }))
  return { ...done, label: to }
}

/** Removes a tag from all its entries, and deletes it. @throws AppError `not_found` */
export async function removeTagOfAll(deps: ChangeTagDeps, owner: UserId, id: TagId): Promise<ChangedTag> {
  return changeTag(deps, owner, id, (label) => ({ change: { kind: 'untag', labels: [label] }, title: label }))
}

interface TagChange {
  readonly change: StateChange
  /** title of the action in the history */
  readonly title: string
}

/** Changes all entries of a tag in one transaction, so that no other request adds or removes the tag in between. */
async function changeTag(
  { database, clock }: ChangeTagDeps,
  owner: UserId,
  id: TagId,
  changeOf: (label: string) => TagChange,
): Promise<ChangedTag> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    const [tag] = await findTags(tx, owner, { ids: [id] })
    if (!tag) throw notFound('tag')
    const { change, title } = changeOf(tag.label)
    const { kind, ...detail } = change
    if (change.kind === 'rename' && change.from === change.to) return { label: tag.label }
    const ids = await entriesWithTag(tx, owner, id)
    const actionId = await insertAction(tx, owner, { kind, detail, title, entries: ids.length, now })
    const context = { tx, dialect: database.dialect, owner, actionId, now }
    // The loop runs at least once, because `changeEntries` must delete the tag even if the tag has no entries.
    for (let start = 0; start === 0 || start < ids.length; start += BATCH_SIZE) {
      await changeEntries(context, ids.slice(start, start + BATCH_SIZE), change)
    }
    return { ...(ids.length > 0 && { id: actionId }), label: tag.label }
  })
}

async function entriesWithTag(tx: OwnerTx, owner: UserId, tag: TagId): Promise<EntryId[]> {
  const rows = await tx
    .selectFrom('entry_tag')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('tag_id', '=', tag)
    .orderBy('entry_id')
    .execute()
  return rows.map((row) => Number(row.entry_id) as EntryId)
}
