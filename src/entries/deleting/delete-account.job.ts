import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobRun } from '../../jobs/job-queue.ts'
import { RetryLater } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { findUser } from '../../users/user.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

/** Maximum number of rows per transaction, because a row may contain megabytes of text. */
const BATCH_SIZE = 50

/**
 * @returns the handler of a job that deletes the data of a closed account in small batches, and finally the account
 * itself. The next sweep deletes image files that no other account uses. After a restart, the job continues with the
 * remaining rows.
 */
export function deleteAccountJob({ database }: { readonly database: Database }) {
  return async ({ userId }: JobPayloads['account.delete'], { signal }: JobRun): Promise<void> => {
    const owner = userId as UserId
    const user = await database.read((db) => findUser(db, owner))
    if (!user || user.isEnabled) return
    for (const part of TABLES) {
      while (await ownerTransaction(database, owner, (tx) => deleteRowBatch(tx, owner, part))) {
        if (signal.aborted) throw new RetryLater('the process stops', 0)
        await setImmediate()
      }
    }
    await ownerTransaction(database, owner, async (tx) => {
      await tx.deleteFrom('job').where('user_id', '=', owner).where('name', '!=', 'account.delete').execute()
      await tx.deleteFrom('users').where('id', '=', owner).where('is_enabled', '=', 0).execute()
    })
  }
}

/**
 * Tables to empty before the account is deleted, with their keys and batch sizes. Foreign keys delete the rows of all
 * other tables together with these rows or with the account.
 */
const TABLES = [
  { table: 'entry', key: 'id', batchSize: BATCH_SIZE },
  { table: 'capture_body', key: 'sha256', batchSize: BATCH_SIZE },
  { table: 'trashed_entry', key: 'entry_id', batchSize: BATCH_SIZE },
  // Deletes one imported file per transaction, because a file may have a hundred megabytes.
  { table: 'import', key: 'id', batchSize: 1 },
] as const

/** @returns true if the table may contain more rows of the owner */
async function deleteRowBatch(
  tx: OwnerTx,
  owner: UserId,
  { table, key, batchSize }: (typeof TABLES)[number],
): Promise<boolean> {
  // Each element of `TABLES` names an existing table and its key. Kysely's types cannot express that, hence the casts.
  const [from, by] = [table as 'entry', key as 'id']
  const some = tx.selectFrom(from).select(by).where('user_id', '=', owner).orderBy(by).limit(batchSize)
  const deleted = await tx.deleteFrom(from).where('user_id', '=', owner).where(by, 'in', some).returning(by).execute()
  return deleted.length === batchSize
}
