import { hash } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { HighlightedDocument } from '../import-row.ts'

type Named = Pick<HighlightedDocument, 'title' | 'author'>

const keyOf = ({ title, author = '' }: Named): Buffer => hash('sha1', JSON.stringify([title, author]), 'buffer')

/** Records which entry the user has chosen for a document. A later choice replaces it. */
export async function recordAssignment(tx: OwnerTx, owner: UserId, document: Named, entry: EntryId): Promise<void> {
  await tx
    .insertInto('assigned_document')
    .values({ user_id: owner, hash: keyOf(document), entry_id: entry })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ entry_id: entry }))
    .execute()
}

/** @returns the entry that the user has chosen for a document, if any */
export async function findAssignment(db: Db, owner: UserId, document: Named): Promise<EntryId | undefined> {
  const query = db.selectFrom('assigned_document').select('entry_id').where('user_id', '=', owner)
  const row = await query.where('hash', '=', keyOf(document)).executeTakeFirst()
  return row && (Number(row.entry_id) as EntryId)
}
