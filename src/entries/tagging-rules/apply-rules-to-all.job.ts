import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { type JobPayloads, type JobQueue, type JobRun, RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules, entriesToTag, enqueueRuleRun } from './apply-tagging-rules.ts'
import { updateEntry } from '../entry.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface ApplyRulesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

export interface RuleRunSpan {
  /** entries between two looks at whether the process stops; what they get, they get in one transaction */
  readonly batch: number
  /** batches of one job; the rest is another job, so that a run that breaks off has little to do again */
  readonly batches: number
}

const SPAN: RuleRunSpan = { batch: 50, batches: 20 }

/**
 * Runs the owner's tagging rules over the entries behind `after`, in the order of their ids, and orders the rest. Doing
 * it twice changes nothing more. What is saved meanwhile was given its tags when it was saved.
 */
export function applyRulesToAllJob(deps: ApplyRulesDeps, { batch, batches }: RuleRunSpan = SPAN) {
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

/** Looks outside a transaction, and lets others have their turn after each entry: rules may look at long texts. */
async function candidates({ database }: ApplyRulesDeps, owner: UserId, ids: readonly EntryId[]): Promise<EntryId[]> {
  const found: EntryId[] = []
  for (const id of ids) {
    found.push(...(await database.read((db) => entriesToTag(db, owner, [id]))))
    await setImmediate()
  }
  return found
}

async function tagEntries({ database, clock }: ApplyRulesDeps, owner: UserId, ids: readonly EntryId[]): Promise<void> {
  if (ids.length === 0) return
  await ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const updated_at = clock.now().toISOString()
    for (const id of await applyTaggingRules(tx, owner, ids)) await updateEntry(tx, owner, id, { updated_at, revision })
  })
}
