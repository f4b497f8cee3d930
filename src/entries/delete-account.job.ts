import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { JobPayloads, JobRun } from '../jobs/job-queue.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/brand.ts'
import { findUser } from '../users/user.repository.ts'

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
    for (const step of [deleteEntries, deleteBodies, deleteTrash, deleteImports]) {
      for (;;) {
        if (signal.aborted) throw new RetryLater('the process stops', 0)
        if ((await database.transaction((tx) => step(tx, owner))) < BATCH) break
        await setImmediate()
      }
    }
    await database.transaction(async (tx) => {
      // On PostgreSQL jobs of nobody end by themselves: each looks first whether its entry is there.
      if (database.dialect === 'sqlite') {
        await tx.deleteFrom('job').where('user_id', '=', owner).where('name', '!=', 'account.delete').execute()
      }
      await tx.deleteFrom('users').where('id', '=', owner).where('is_enabled', '=', 0).execute()
    })
  }
}

/** Content, addresses, tags, annotations, captures and copies of images hang on the entry. */
async function deleteEntries(tx: Tx, owner: UserId): Promise<number> {
  const some = tx.selectFrom('entry').select('id').where('user_id', '=', owner).orderBy('id').limit(BATCH)
  const gone = await tx
    .deleteFrom('entry')
    .where('user_id', '=', owner)
    .where('id', 'in', some)
    .returning('id')
    .execute()
  return gone.length
}

async function deleteBodies(tx: Tx, owner: UserId): Promise<number> {
  const some = tx.selectFrom('capture_body').select('sha256').where('user_id', '=', owner).limit(BATCH)
  const gone = await tx
    .deleteFrom('capture_body')
    .where('user_id', '=', owner)
    .where('sha256', 'in', some)
    .returning('size')
    .execute()
  return gone.length
}

async function deleteTrash(tx: Tx, owner: UserId): Promise<number> {
  const some = tx.selectFrom('trashed_entry').select('entry_id').where('user_id', '=', owner).limit(BATCH)
  const gone = await tx
    .deleteFrom('trashed_entry')
    .where('user_id', '=', owner)
    .where('entry_id', 'in', some)
    .returning('entry_id')
    .execute()
  return gone.length
}

async function deleteImports(tx: Tx, owner: UserId): Promise<number> {
  const some = tx.selectFrom('import').select('id').where('user_id', '=', owner).limit(1)
  const gone = await tx
    .deleteFrom('import')
    .where('user_id', '=', owner)
    .where('id', 'in', some)
    .returning('id')
    .execute()
  // One file is a hundred megabytes at most; the next is another transaction.
  return gone.length * BATCH
}
