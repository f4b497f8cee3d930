import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { insertTombstones } from '../../entries/entry.repository.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'

/** Number of annotations per transaction. */
const BATCH_SIZE = 500

/**
 * @returns the number of highlights that an import added to entries that were saved before, or kept without an entry, and
 *   that the user has neither changed nor deleted since
 */
export async function countImportedHighlights(db: Db, owner: UserId, id: number): Promise<number> {
  const placed = await db
    .selectFrom('annotation')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  const unplaced = await db
    .selectFrom('unplaced_annotation')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(placed.total) + Number(unplaced.total)
}

/**
 * Deletes these highlights. The deletions are not recorded as those of the user, so that another import of the file adds the
 * highlights again. If it is interrupted, a repeated call deletes the rest.
 * @param now ISO time
 */
export async function undoImportedHighlights(
  database: Database,
  owner: UserId,
  id: number,
  now: string,
): Promise<void> {
  await ownerTransaction(database, owner, (tx) =>
    tx
      .deleteFrom('unplaced_annotation')
      .where('user_id', '=', owner)
      .where('import_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  for (;;) {
    const count = await ownerTransaction(database, owner, (tx) => deleteBatch(tx, owner, id, now))
    if (count < BATCH_SIZE) return
    await setImmediate()
  }
}

async function deleteBatch(tx: OwnerTx, owner: UserId, id: number, now: string): Promise<number> {
  const rows = await tx
    .selectFrom('annotation')
    .select(['id', 'entry_id'])
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .limit(BATCH_SIZE)
    .execute()
  if (rows.length === 0) return 0
  const objectIds = rows.map((row) => Number(row.id))
  const entries = [...new Set(rows.map((row) => Number(row.entry_id)))]
  const revision = await advanceRevision(tx, owner)
  await tx.deleteFrom('annotation').where('user_id', '=', owner).where('id', 'in', objectIds).execute()
  await insertTombstones(tx, owner, { kind: 'annotation', objectIds, revision, now })
  await tx.updateTable('entry').set({ revision }).where('user_id', '=', owner).where('id', 'in', entries).execute()
  return rows.length
}
