import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { listTaggingRules } from '../../rules/tagging-rule.repository.ts'
import { addTagsToEntry, findOrCreateTags, refuseTooManyTags } from '../../tags/tag.repository.ts'
import { MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import type { Entry } from '../entry.ts'
import { findEntry } from '../entry.repository.ts'
import { type OwnerTx, ownerTransaction } from '../../users/owner-transaction.ts'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import { randomUUID } from 'node:crypto'
import { contentOf, findMatchingRules } from './find-matching-rules.ts'
import { loadEntryRelations } from './load-entry-relations.ts'
import { compileRules } from './compile-rules.ts'

/** Priority of rule jobs. Jobs with smaller numbers run first, such as the page fetches that users wait for. */
const PRIORITY = 10

/**
 * The lane of all rule jobs. The runner limits the running jobs of each lane, so that slots remain for page fetches.
 */
const LANE = 'rules'

/** Sends a new entry to e-mail addresses of its owner, in the caller's transaction. */
export type SendByRule = (tx: OwnerTx, entry: Entry, addressIds: readonly number[]) => Promise<void>

interface RuleRun {
  /** time to which relative times in queries refer */
  readonly now: Date
  /** present only for entries that are new: their text was stored for the first time, and a user has saved them */
  readonly sendByRule?: SendByRule | undefined
}

/**
 * Runs the owner's tagging rules on entries whose content was just stored, in the same transaction. Rules only add
 * tags, up to the maximum number of tags per entry.
 * @returns the ids of the entries that got a new tag
 */
export async function applyTaggingRules(
  tx: OwnerTx,
  owner: UserId,
  ids: readonly EntryId[],
  { now, sendByRule }: RuleRun,
): Promise<EntryId[]> {
  const changed: EntryId[] = []
  for await (const { entry, missing, addresses } of effectsOfRules(tx, owner, ids, now)) {
    if (missing.length > 0 && (await addLabels(tx, owner, entry.id, missing))) changed.push(entry.id)
    if (addresses.length > 0) await sendByRule?.(tx, entry, addresses)
  }
  return changed
}

/** @returns the ids of the entries to which `applyTaggingRules` would add a tag; changes nothing */
export async function entriesToTag(db: Db, owner: UserId, ids: readonly EntryId[], now: Date): Promise<EntryId[]> {
  const found: EntryId[] = []
  for await (const { entry, missing } of effectsOfRules(db, owner, ids, now)) {
    if (missing.length > 0) found.push(entry.id)
  }
  return found
}

/**
 * Yields each entry that matches rules, with the labels to add, up to the maximum number of tags, and with the ids of the
 * e-mail addresses to send it to.
 */
async function* effectsOfRules(db: Db, owner: UserId, ids: readonly EntryId[], now: Date) {
  const stored = await listTaggingRules(db, owner)
  if (stored.length === 0) return
  const { readingSpeed, preferences } = await findUserConfig(db, owner)
  const rules = await compileRules(db, owner, stored, { at: now, timeZone: timeZoneOf(preferences) })
  const hasQueries = rules.some(({ language }) => language === 'query')
  const membersOf = await loadEntryRelations(db, owner, hasQueries ? ids : [])
  for (const id of ids) {
    const entry = await findEntry(db, owner, id)
    if (!entry) continue
    const readContent = (length: number) => contentOf(db, entry, length)
    const matching = await findMatchingRules(rules, { entry, readContent, membersOf, readingSpeed })
    const labels = matching.flatMap(({ tags }) => tags)
    const missing = labels.length > 0 ? await withoutPresent(db, entry, [...new Set(labels)]) : []
    const addresses = [...new Set(matching.flatMap(({ sendTo }) => sendTo ?? []))]
    if (missing.length > 0 || addresses.length > 0) yield { entry, missing, addresses }
  }
}

async function withoutPresent(db: Db, { ownerId, id }: Entry, labels: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
    )
    .select('tag.label')
    .where('entry_tag.user_id', '=', ownerId)
    .where('entry_tag.entry_id', '=', id)
    .execute()
  const has = new Set(rows.map(({ label }) => label))
  return labels.filter((label) => !has.has(label)).slice(0, Math.max(0, MAX_TAGS_PER_ENTRY - has.size))
}

async function addLabels(tx: OwnerTx, owner: UserId, id: EntryId, labels: readonly string[]): Promise<boolean> {
  const isAdded = await addTagsToEntry(tx, owner, id, { tags: await findOrCreateTags(tx, owner, labels) })
  await refuseTooManyTags(tx, owner, id)
  return isAdded
}

export interface RequestRuleRunDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/** Enqueues a run of the owner's tagging rules on all entries, unless one is already waiting. */
export async function requestRuleRun({ database, jobs }: RequestRuleRunDeps, owner: UserId): Promise<void> {
  await ownerTransaction(database, owner, (tx) =>
    enqueueRuleRun(jobs, tx, { userId: owner, after: 0, run: randomUUID() }),
  )
}

/**
 * Enqueues a job that runs the rules over the entries after `payload.after`. A job that continues a run has its own
 * deduplication key, so that it does not replace a request for a whole run.
 */
export async function enqueueRuleRun(jobs: JobQueue, tx: OwnerTx, payload: JobPayloads['rules.apply']): Promise<void> {
  const { userId, after, run } = payload
  const dedupeKey = `rules.apply:${userId}${after === 0 ? '' : `:${run}`}`
  await jobs.enqueue(tx, 'rules.apply', payload, { userId, lane: LANE, dedupeKey, priority: PRIORITY })
}
