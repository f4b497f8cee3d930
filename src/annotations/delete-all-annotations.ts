import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { insertTombstone } from '../entries/entry.repository.ts'
import { type JobPayloads, type JobRun, RetryLater } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { advanceRevision } from '../users/revision.ts'
import type { AnnotationDeps } from './change-annotations.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'

/** Number of annotations per transaction. */
const BATCH_SIZE = 100

/**
 * Deletes the annotations that the owner had at the time of the request. If the job is interrupted, its next run
 * deletes the rest.
 */
export async function deleteAllAnnotations(
  { database, clock }: AnnotationDeps,
  order: JobPayloads['library.clear'],
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const owner = order.userId as UserId
  for (;;) {
    if (signal.aborted) throw new RetryLater('the process stops', 0)
    const ids = await nextIds(database, owner, order.upTo)
    if (ids.length === 0) return
    const now = clock.now().toISOString()
    await ownerTransaction(database, owner, (tx) => deleteThese(tx, owner, ids, now))
    await setImmediate()
  }
}

async function nextIds(database: Database, owner: UserId, upTo: number): Promise<number[]> {
  const rows = await database.read((db) =>
    db
      .selectFrom('annotation')
      .select('id')
      .where('user_id', '=', owner)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * Deletes annotations and records the deletions. Gives the entries a new revision, so that cached copies of them become
 * invalid.
 */
async function deleteThese(tx: OwnerTx, owner: UserId, ids: readonly number[], now: string): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  const deleted = await tx
    .deleteFrom('annotation')
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .returning(['id', 'entry_id'])
    .execute()
  for (const { id } of deleted) {
    await insertTombstone(tx, owner, { kind: 'annotation', objectId: Number(id), revision, now })
  }
  const entries = [...new Set(deleted.map(({ entry_id }) => entry_id))]
  if (entries.length === 0) return
  await tx.updateTable('entry').set({ revision }).where('user_id', '=', owner).where('id', 'in', entries).execute()
}
