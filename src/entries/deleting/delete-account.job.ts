import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobRun } from '../../jobs/job-queue.ts'
import { RetryLater } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/brand.ts'
import { findUser } from '../../users/user.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

/** Rows in one transaction; each may be megabytes of content. */
const BATCH = 50

/**
 * Removes what a closed account had, in small pieces, and at last the account itself. Files of images that nobody else
 * has go with the next sweep. Starting again goes on where it ended.
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
      // On PostgreSQL jobs of nobody end by themselves: each looks first whether its entry is there.
      if (database.dialect === 'sqlite') {
        await tx.deleteFrom('job').where('user_id', '=', owner).where('name', '!=', 'account.delete').execute()
      }
      await tx.deleteFrom('users').where('id', '=', owner).where('is_enabled', '=', 0).execute()
    })
  }
}

/** What is removed before the account, and by which key. The rest hangs on these, or on the account itself. */
const PARTS = [
  { table: 'entry', key: 'id', most: BATCH },
  { table: 'capture_body', key: 'sha256', most: BATCH },
  { table: 'trashed_entry', key: 'entry_id', most: BATCH },
  // One file is a hundred megabytes at most; the next is another transaction.
  { table: 'import', key: 'id', most: 1 },
] as const

/** @returns whether there may be more */
async function deleteSome(tx: OwnerTx, owner: UserId, { table, key, most }: (typeof PARTS)[number]): Promise<boolean> {
  // The names of all four fit together alike, which the types of a query cannot say.
  const [from, by] = [table as 'entry', key as 'id']
  const some = tx.selectFrom(from).select(by).where('user_id', '=', owner).orderBy(by).limit(most)
  const deleted = await tx.deleteFrom(from).where('user_id', '=', owner).where(by, 'in', some).returning(by).execute()
  return deleted.length === most
}
