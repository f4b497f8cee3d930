import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { type JobPayloads, type JobQueue, type JobRun, RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules, entriesToTag, enqueueRuleRun } from './apply-tagging-rules.ts'
import { updateEntry } from '../entry.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

interface ApplyRulesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

interface RuleRunSpan {
  /** number of entries per transaction; the job checks for a shutdown after each transaction */
  readonly batch: number
  /**
   * number of batches per job. After them, the job enqueues another job for the remaining entries, so that an
   * interruption repeats little work.
   */
  readonly batches: number
}

const DEFAULT_RUN_SPAN: RuleRunSpan = { batch: 50, batches: 20 }

/**
 * @returns the handler of a job that runs the owner's tagging rules over the next entries, in ascending order of id,
 * and enqueues a job for the rest. Entries saved after the request are skipped, because the rules ran when they were
 * saved. Idempotent.
 */
export function applyRulesToAllJob(deps: ApplyRulesDeps, { batch, batches }: RuleRunSpan = DEFAULT_RUN_SPAN) {
  return async (payload: JobPayloads['rules.apply'], { signal }: JobRun): Promise<void> => {
    const owner = payload.userId as UserId
    let after = payload.after
    for (let done = 0; done < batches; done++) {
      if (signal.aborted) throw new RetryLater('the process stops', 0)
      const ids = await deps.database.read((db) => idsAfter(db, owner, { after, batch }))
      await tagEntries(deps, owner, await candidates(deps, owner, ids))
      if (ids.length < batch) return
      after = ids.at(-1)!
    }
    await ownerTransaction(deps.database, owner, (tx) => enqueueRuleRun(deps.jobs, tx, { ...payload, after }))
  }
}

async function idsAfter(db: Db, owner: UserId, { after, batch }: { after: number; batch: number }): Promise<EntryId[]> {
  const rows = await db
    .selectFrom('entry')
    .select('id')
    .where('user_id', '=', owner)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map(({ id }) => Number(id) as EntryId)
}

/**
 * Evaluates the rules outside a transaction. Pauses after each entry, because rules may search long texts and block the
 * event loop.
 * @returns the ids of the entries that would get a new tag
 */
async function candidates(
  { database, clock }: ApplyRulesDeps,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<EntryId[]> {
  const found: EntryId[] = []
  for (const id of ids) {
    found.push(...(await database.read((db) => entriesToTag(db, owner, [id], clock.now()))))
    await setImmediate()
  }
  return found
}

async function tagEntries({ database, clock }: ApplyRulesDeps, owner: UserId, ids: readonly EntryId[]): Promise<void> {
  if (ids.length === 0) return
  await ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const now = clock.now()
    const updated_at = now.toISOString()
    for (const id of await applyTaggingRules(tx, owner, ids, { now }))
      await updateEntry(tx, owner, id, { updated_at, revision })
  })
}
