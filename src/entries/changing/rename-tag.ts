import type { Database } from '../../db/database.ts'
import type { TagId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { findOrCreateTags, findTags } from '../../tags/tag.repository.ts'
import { parseTagLabels, type Tag } from '../../tags/tag.ts'
import { advanceRevision } from '../../users/revision.ts'
import { leaveTombstone } from '../deleting/tombstone.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

export interface RenameTagDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Gives the entries of a tag another tag instead. Where that one is there already, the two become one. Clients see a new
 * tag, as they know tags by their ids and never see one change its label.
 * @param label as somebody typed it
 * @returns the tag that the entries have now
 * @throws AppError `not_found`, or `invalid_input` for no label or more than one
 */
export async function renameTag(
  { database, clock }: RenameTagDeps,
  owner: UserId,
  id: TagId,
  label: string,
): Promise<Tag> {
  const [wanted, ...more] = parseTagLabels(label)
  if (wanted === undefined || more.length > 0) throw new AppError('invalid_input', 'one tag is needed')
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    const [old] = await findTags(tx, owner, { ids: [id] })
    if (!old) throw notFound('tag')
    if (old.label === wanted) return old
    const revision = await advanceRevision(tx, owner)
    const [tag] = await findOrCreateTags(tx, owner, [wanted])
    await touchEntries(tx, owner, id, { updated_at: now, revision })
    await moveEntries(tx, owner, id, tag!.id)
    await tx.deleteFrom('tag').where('user_id', '=', owner).where('id', '=', id).execute()
    await leaveTombstone(tx, owner, { kind: 'tag', objectId: id, revision, now })
    return tag!
  })
}

async function touchEntries(
  tx: OwnerTx,
  owner: UserId,
  tag: TagId,
  columns: { readonly updated_at: string; readonly revision: number },
): Promise<void> {
  await tx
    .updateTable('entry')
    .set(columns)
    .where('user_id', '=', owner)
    .where('id', 'in', (query) =>
      query.selectFrom('entry_tag').select('entry_id').where('user_id', '=', owner).where('tag_id', '=', tag),
    )
    .execute()
}

async function moveEntries(tx: OwnerTx, owner: UserId, from: TagId, to: TagId): Promise<void> {
  await tx
    .insertInto('entry_tag')
    .columns(['user_id', 'entry_id', 'tag_id'])
    .expression((query) =>
      query
        .selectFrom('entry_tag')
        .select((select) => ['user_id', 'entry_id', select.val<number>(to).as('tag_id')])
        .where('user_id', '=', owner)
        .where('tag_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('entry_tag').where('user_id', '=', owner).where('tag_id', '=', from).execute()
}
