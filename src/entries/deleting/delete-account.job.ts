import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobRun } from '../../jobs/job-queue.ts'
import { RetryLater } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/brand.ts'
import { findUser } from '../../users/user.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

/** Rows per transaction; each may contain megabytes of content. */
const BATCH = 50

/**
 * Deletes the data of a closed account in small batches, and finally the account itself. The next sweep deletes image
 * files that no other user has. A restart continues after the last batch.
 */
export function deleteAccountJob({ database }: { readonly database: Database }) {
  return async ({ userId }: JobPayloads['account.delete'], { signal }: JobRun): Promise<void> => {
    const owner = userId as UserId
    const user = await database.read((db) => findUser(db, owner))
    if (!user || user.isEnabled) return
    for (const part of PARTS) {
      while (await ownerTransaction(database, owner, (tx) => deleteSome(tx, owner, part))) {
        if (signal.aborted) throw new RetryLater('the process stops', 0)
        await setImmediate()
      }
    }
    await ownerTransaction(database, owner, async (tx) => {
      // On PostgreSQL jobs of a deleted account end by themselves: each first checks that its entry exists.
      if (database.dialect === 'sqlite') {
        await tx.deleteFrom('job').where('user_id', '=', owner).where('name', '!=', 'account.delete').execute()
      }
      await tx.deleteFrom('users').where('id', '=', owner).where('is_enabled', '=', 0).execute()
    })
  }
}

/**
 * Tables to empty before the account is deleted, with their keys. All other rows depend on these, or on the account.
 */
const PARTS = [
  { table: 'entry', key: 'id', most: BATCH },
  { table: 'capture_body', key: 'sha256', most: BATCH },
  { table: 'trashed_entry', key: 'entry_id', most: BATCH },
  // One file has up to a hundred megabytes; the next one goes into another transaction.
  { table: 'import', key: 'id', most: 1 },
] as const

/** @returns whether there may be more */
async function deleteSome(tx: OwnerTx, owner: UserId, { table, key, most }: (typeof PARTS)[number]): Promise<boolean> {
  // All rows of `PARTS` combine an existing table and key, which the types of a query cannot express.
  const [from, by] = [table as 'entry', key as 'id']
  const some = tx.selectFrom(from).select(by).where('user_id', '=', owner).orderBy(by).limit(most)
  const deleted = await tx.deleteFrom(from).where('user_id', '=', owner).where(by, 'in', some).returning(by).execute()
  return deleted.length === most
}
