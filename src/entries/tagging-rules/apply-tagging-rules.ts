import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { matchingRules } from '../../rules/evaluate-rules.ts'
import type { RuleSubject } from '../../rules/rule-subject.ts'
import { parseTaggingRule } from '../../rules/parse-tagging-rule.ts'
import { usesVariable, type Expression } from '../../rules/tagging-expression.ts'
import { listTaggingRules } from '../../rules/tagging-rule.repository.ts'
import { textPrefix } from '../../rules/json-string-prefix.ts'
import { addTagsToEntry, findOrCreateTags, refuseTooManyTags } from '../../tags/tag.repository.ts'
import { MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import type { Entry } from '../entry.ts'
import { findContent, findEntry } from '../entry.repository.ts'
import { type OwnerTx, ownerTransaction } from '../../users/owner-transaction.ts'
import type { Database } from '../../db/database.ts'
import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import { randomUUID } from 'node:crypto'

/** Higher than the default, so that rule jobs run after the page fetches that users wait for. */
const PRIORITY = 10

/** All rule jobs share one lane, so they cannot use up the job slots for pages. */
const LANE = 'rules'

/** Number of UTF-16 units at the start of a text that rules search. */
const MAX_TEXT = 500_000

/** Number of rules that are parsed before other work on the event loop may run. */
const RULES_IN_TURN = 50

interface ReadyRule {
  readonly expression: Expression
  readonly tags: readonly string[]
}

/**
 * Runs the owner's tagging rules on entries whose content was just stored, in the same transaction. Rules only add
 * tags, and never more than the maximum number of tags per entry.
 * @returns the ids of the entries that got a new tag
 */
export async function applyTaggingRules(tx: OwnerTx, owner: UserId, ids: readonly EntryId[]): Promise<EntryId[]> {
  const changed: EntryId[] = []
  for await (const { id, missing } of missingLabels(tx, owner, ids)) {
    if (await addLabels(tx, owner, id, missing)) changed.push(id)
  }
  return changed
}

/** @returns the ids of the entries to which `applyTaggingRules` would add a tag; changes nothing */
export async function entriesToTag(db: Db, owner: UserId, ids: readonly EntryId[]): Promise<EntryId[]> {
  const found: EntryId[] = []
  for await (const { id } of missingLabels(db, owner, ids)) found.push(id)
  return found
}

/** Yields each entry that rules would tag, with the labels to add, up to the maximum number of tags. */
async function* missingLabels(db: Db, owner: UserId, ids: readonly EntryId[]) {
  const rules = await readyRules(db, owner)
  if (rules.length === 0) return
  const { readingSpeed } = await findUserConfig(db, owner)
  const isAsked = rules.some(({ expression }) => usesVariable(expression, 'content'))
  for (const id of ids) {
    const entry = await findEntry(db, owner, id)
    if (!entry) continue
    const content = isAsked ? await contentOf(db, entry) : null
    const subject = subjectOf(entry, content, readingSpeed)
    const labels = (await matchingRules(rules, subject)).flatMap(({ tags }) => tags)
    const missing = labels.length > 0 ? await withoutPresent(db, entry, [...new Set(labels)]) : []
    if (missing.length > 0) yield { id, missing }
  }
}

/** @returns the parsed rules, up to the first rule that can no longer be parsed (contract 12.1) */
async function readyRules(db: Db, owner: UserId): Promise<ReadyRule[]> {
  const ready: ReadyRule[] = []
  for (const { rule, tags } of await listTaggingRules(db, owner)) {
    if (ready.length > 0 && ready.length % RULES_IN_TURN === 0) await setImmediate()
    const parsed = parseTaggingRule(rule)
    if (parsed.kind === 'refused') break
    ready.push({ expression: parsed.expression, tags })
  }
  return ready
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

/** @returns the start of the entry's HTML, which rules search; null if the entry has no content */
export async function contentOf(db: Db, { ownerId, id }: Entry): Promise<string | null> {
  const stored = await findContent(db, ownerId, id)
  return stored ? textPrefix(Buffer.from(stored), MAX_TEXT) : null
}

/**
 * @param readingSpeed the owner's reading speed in words per minute; `entry.readingTime` assumes 200
 * @returns the properties of the entry that rules can examine
 */
export function subjectOf(entry: Entry, content: string | null, readingSpeed: number): RuleSubject {
  const { title, url, isArchived, isStarred, language, mimetype, domainName } = entry
  const readingTime = Math.floor((entry.readingTime / readingSpeed) * 200)
  return { title, url, isArchived, isStarred, content, language, mimetype, readingTime, domainName }
}

export interface RequestRuleRunDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/** Enqueues a run of the owner's tagging rules over all entries, unless a run is already waiting. */
export async function requestRuleRun({ database, jobs }: RequestRuleRunDeps, owner: UserId): Promise<void> {
  await ownerTransaction(database, owner, (tx) =>
    enqueueRuleRun(jobs, tx, { userId: owner, after: 0, run: randomUUID() }),
  )
}

/**
 * Enqueues a job that runs the rules over the entries after `payload.after`. A job for the rest of a run has its own
 * deduplication key, so that it does not replace a request for a whole run.
 */
export async function enqueueRuleRun(jobs: JobQueue, tx: OwnerTx, payload: JobPayloads['rules.apply']): Promise<void> {
  const { userId, after, run } = payload
  const dedupeKey = `rules.apply:${userId}${after === 0 ? '' : `:${run}`}`
  await jobs.enqueue(tx, 'rules.apply', payload, { userId, lane: LANE, dedupeKey, priority: PRIORITY })
}
