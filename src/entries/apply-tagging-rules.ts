import type { Db, Tx } from '../db/schema.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { holdsFor, type RuleSubject } from '../rules/evaluate-tagging-rule.ts'
import { parseTaggingRule } from '../rules/parse-tagging-rule.ts'
import { asksFor, type Expression } from '../rules/tagging-expression.ts'
import { listTaggingRules } from '../rules/tagging-rule.repository.ts'
import { addTagsToEntry, findOrCreateTags, refuseTooManyTags } from '../tags/tag.repository.ts'
import { MAX_TAGS_PER_ENTRY } from '../tags/tag.ts'
import { findUserConfig } from '../users/user-config.repository.ts'
import type { Entry } from './entry.ts'
import { findContent, findEntry } from './entry.repository.ts'

/** Of a longer text only the beginning is looked at, in UTF-16 units, so that 200 rules are done in a moment. */
const MAX_TEXT = 500_000

interface ReadyRule {
  readonly expression: Expression
  readonly tags: readonly string[]
}

/**
 * Runs the owner's tagging rules on entries whose content was just stored, in the same transaction. Rules add tags and
 * never take any; an entry that has as many as it may gets no more.
 * @returns the ids of those that got a tag that they did not have
 */
export async function applyTaggingRules(tx: Tx, owner: UserId, ids: readonly EntryId[]): Promise<EntryId[]> {
  const rules = await readyRules(tx, owner)
  if (rules.length === 0) return []
  const { readingSpeed } = await findUserConfig(tx, owner)
  const isAsked = rules.some(({ expression }) => asksFor(expression, 'content'))
  const changed: EntryId[] = []
  for (const id of ids) {
    const entry = await findEntry(tx, owner, id)
    if (!entry) continue
    const content = isAsked ? await contentOf(tx, entry) : null
    const subject = subjectOf(entry, content, readingSpeed)
    const labels = rules.filter(({ expression }) => holdsFor(expression, subject)).flatMap(({ tags }) => tags)
    if (labels.length > 0 && (await addLabels(tx, owner, id, [...new Set(labels)]))) changed.push(id)
  }
  return changed
}

/** A rule that can no longer be read ends the run (contract 12.1). */
async function readyRules(db: Db, owner: UserId): Promise<ReadyRule[]> {
  const ready: ReadyRule[] = []
  for (const { rule, tags } of await listTaggingRules(db, owner)) {
    const parsed = parseTaggingRule(rule)
    if (parsed.kind === 'refused') break
    ready.push({ expression: parsed.expression, tags })
  }
  return ready
}

async function addLabels(tx: Tx, owner: UserId, id: EntryId, labels: readonly string[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
    )
    .select('tag.label')
    .where('entry_tag.user_id', '=', owner)
    .where('entry_tag.entry_id', '=', id)
    .execute()
  const has = new Set(rows.map(({ label }) => label))
  const missing = labels.filter((label) => !has.has(label)).slice(0, Math.max(0, MAX_TAGS_PER_ENTRY - has.size))
  if (missing.length === 0) return false
  const isAdded = await addTagsToEntry(tx, owner, id, await findOrCreateTags(tx, owner, missing))
  await refuseTooManyTags(tx, owner, id)
  return isAdded
}

/** @returns the HTML as rules see it, null where there is none */
export async function contentOf(db: Db, { ownerId, id }: Entry): Promise<string | null> {
  const stored = await findContent(db, ownerId, id)
  return stored ? (JSON.parse(Buffer.from(stored).toString()) as string).slice(0, MAX_TEXT) : null
}

/** @param readingSpeed of the owner, in words a minute; the entry's minutes are at 200 */
export function subjectOf(entry: Entry, content: string | null, readingSpeed: number): RuleSubject {
  const { title, url, isArchived, isStarred, language, mimetype, domainName } = entry
  const readingTime = Math.floor((entry.readingTime / readingSpeed) * 200)
  return { title, url, isArchived, isStarred, content, language, mimetype, readingTime, domainName }
}
