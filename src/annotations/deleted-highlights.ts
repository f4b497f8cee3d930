import { hash } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { EntryAnnotation } from '../entries/entry.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

type Words = Pick<EntryAnnotation, 'quote' | 'text'>

/**
 * @returns a key of the marked words, ignoring white space, or of the note if there are no words. The notes of a
 *   highlight do not count: a user who deletes it does not want it back with another note either.
 */
export function deletionKey({ quote, text }: Words): string {
  return keyOf({ quote, text }).toString('hex')
}

function keyOf({ quote, text }: Words): Buffer {
  const words = quote.replaceAll(/\s+/g, '')
  return hash('sha1', JSON.stringify(words === '' ? ['', text.trim()] : [words]), 'buffer')
}

/** Records that the user deleted a highlight, so that no import adds it again. @param now ISO time */
export async function recordDeletion(
  tx: OwnerTx,
  owner: UserId,
  { entryId, ...words }: Words & { readonly entryId: EntryId },
  now: string,
): Promise<void> {
  await tx
    .insertInto('deleted_highlight')
    .values({ user_id: owner, entry_id: entryId, hash: keyOf(words), deleted_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id', 'hash']).doUpdateSet({ deleted_at: now }))
    .execute()
}

/** Removes the record of a deletion, because the user has highlighted the words again. */
export async function removeDeletion(tx: OwnerTx, owner: UserId, entryId: EntryId, words: Words): Promise<void> {
  const query = tx.deleteFrom('deleted_highlight').where('user_id', '=', owner).where('entry_id', '=', entryId)
  await query.where('hash', '=', keyOf(words)).execute()
}

/** ISO times of the deletions in an entry, by `deletionKey`. */
export type Deletions = ReadonlyMap<string, string>

/** @returns the deletions in each of the entries that has any */
export async function findDeletions(
  db: Db,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<EntryId, Deletions>> {
  const rows = await db
    .selectFrom('deleted_highlight')
    .select(['entry_id', 'hash', 'deleted_at'])
    .where('user_id', '=', owner)
    .where('entry_id', 'in', ids)
    .execute()
  const byEntry = Map.groupBy(rows, ({ entry_id: id }) => Number(id) as EntryId)
  return new Map(
    [...byEntry].map(([id, list]) => [
      id,
      new Map(list.map(({ hash: key, deleted_at: at }) => [Buffer.from(key).toString('hex'), at])),
    ]),
  )
}
