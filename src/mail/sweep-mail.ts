import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { JobName, JobQueue } from '../jobs/job-queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { recordOutcome } from './delivery.repository.ts'
import { listAllDigests } from './digests/digest.repository.ts'
import { digestJobKey, enqueueDigest } from './digests/enqueue-digest.ts'
import { sendingKey } from './request-delivery.ts'

interface SweepMailDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** Milliseconds after which failed deliveries are no longer listed, nor those whose articles were all deleted. */
const KEPT_MS = 30 * 86_400_000

/**
 * Lists deliveries as failed whose job ended with its process, enqueues digests whose job did, and deletes old deliveries. The
 * others are kept, because digests must not send their articles again.
 */
export async function sweepMail({ database, clock, jobs }: SweepMailDeps): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await failInterrupted(tx, now.toISOString())
    await deleteOldDeliveries(tx, new Date(now.getTime() - KEPT_MS).toISOString())
    const waiting = await keysOf(tx, 'mail.digest')
    for (const { id, owner } of await listAllDigests(tx)) {
      if (!waiting.has(digestJobKey(id))) await enqueueDigest(jobs, tx, { owner, id }, now)
    }
  })
}

async function failInterrupted(tx: Tx, now: string): Promise<void> {
  const living = await keysOf(tx, 'mail.send')
  const rows = await tx.selectFrom('delivery').select(['id', 'user_id']).where('state', '=', 'waiting').execute()
  for (const { id, user_id } of rows) {
    if (living.has(sendingKey(Number(id)))) continue
    await recordOutcome(tx, Number(user_id) as UserId, Number(id), { state: 'failed', reason: 'interrupted', now })
  }
}

/** @returns the keys of the jobs of a kind that are waiting or running */
async function keysOf(tx: Tx, name: JobName): Promise<ReadonlySet<string | null>> {
  const living = tx.selectFrom('job').select('dedupe_key').where('name', '=', name).where('is_dead', '=', 0)
  return new Set((await living.execute()).map(({ dedupe_key }) => dedupe_key))
}

async function deleteOldDeliveries(tx: Tx, before: string): Promise<void> {
  await tx
    .deleteFrom('delivery')
    .where('requested_at', '<', before)
    .where('state', '!=', 'waiting')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('state', '=', 'failed'),
        not(
          exists(
            selectFrom('delivery_entry')
              .select('delivery_entry.entry_id')
              .whereRef('delivery_entry.user_id', '=', 'delivery.user_id')
              .whereRef('delivery_entry.delivery_id', '=', 'delivery.id'),
          ),
        ),
      ]),
    )
    .execute()
}
