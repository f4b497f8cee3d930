import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/brand.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

export interface OrderRuleRunDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/** Bulk work: whoever waits for a page comes first. */
const PRIORITY = 10

/** All of this work shares one lane, so that rules never fill the slots that pages need. */
const LANE = 'rules'

/** Orders the owner's tagging rules to be run over all entries. While an order waits, another one is the same. */
export async function orderRuleRun({ database, jobs }: OrderRuleRunDeps, owner: UserId): Promise<void> {
  await ownerTransaction(database, owner, (tx) =>
    enqueueRuleRun(jobs, tx, { userId: owner, after: 0, run: randomUUID() }),
  )
}

/** The rest of a run has a key of its own: an order from the beginning must not be replaced by it. */
export async function enqueueRuleRun(jobs: JobQueue, tx: OwnerTx, payload: JobPayloads['rules.apply']): Promise<void> {
  const { userId, after, run } = payload
  const dedupeKey = `rules.apply:${userId}${after === 0 ? '' : `:${run}`}`
  await jobs.enqueue(tx, 'rules.apply', payload, { userId, lane: LANE, dedupeKey, priority: PRIORITY })
}
