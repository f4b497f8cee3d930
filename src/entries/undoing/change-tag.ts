import type { Database } from '../../db/database.ts'
import type { EntryId, TagId, UserId } from '../../kernel/brand.ts'
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

/** A change of a tag on all of its entries. */
export interface ChangedTag {
  /** id in the history; absent if no entry changed */
  readonly id?: number
  /** the removed tag, or the new one */
  readonly label: string
}

/** Entries in the parameters of one statement. */
const PIECE = 500

/**
 * Gives the entries of a tag another tag instead, which merges the two if that one exists. Clients see a new tag,
 * because they identify tags by id and do not expect a label to change.
 * @param label unchecked user input
 * @throws AppError `not_found`, or `invalid_input` for no label or more than one
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

/** Removes a tag from its entries, which deletes it. @throws AppError `not_found` */
export async function removeTagOfAll(deps: ChangeTagDeps, owner: UserId, id: TagId): Promise<ChangedTag> {
  return changeTag(deps, owner, id, (label) => ({ change: { kind: 'untag', labels: [label] }, title: label }))
}

interface TagChange {
  readonly change: StateChange
  /** shown in the history */
  readonly title: string
}

/** In one transaction, so that no entry gets or loses the tag meanwhile. */
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
    // A tag without entries is deleted too.
    for (let start = 0; start === 0 || start < ids.length; start += PIECE) {
      await changeEntries(context, ids.slice(start, start + PIECE), change)
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
