import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import { evaluateCondition } from '../../query/evaluate-condition.ts'
import { matchingRules } from '../../rules/evaluate-rules.ts'
import type { RuleSubject } from '../../rules/rule-subject.ts'
import { queryableEntry, wordsOfEntry } from '../queryable-entry.ts'
import { findContent } from '../entry.repository.ts'
import type { Entry } from '../entry.ts'
import type { EntryRelations } from './load-entry-relations.ts'
import { needsContent, type QueryRule, type CompiledRule, type WallabagRule } from './compile-rules.ts'

/** Rules in wallabag's language search only this number of UTF-16 units at the start of an entry's HTML. */
const MAX_TEXT = 500_000
/**
 * Queries search only this number of UTF-16 units at the start of an entry's HTML, like the search index
 * (src/query/text/index-words.ts).
 */
const MAX_INDEXED = 2_000_000
/** Number of queries that are evaluated before the event loop gets a turn. */
const QUERIES_PER_TURN = 20

interface Examined {
  readonly entry: Entry
  /** reads the start of the entry's HTML, up to a length; null if the entry has no content */
  readonly readContent: (length: number) => Promise<string | null>
  /** returns the entry's data from other tables; called only if one of the rules is a query */
  readonly membersOf: (id: Entry['id']) => EntryRelations
  /** the owner's reading speed in words per minute */
  readonly readingSpeed: number
}

/** @returns the rules that match an entry, in their order */
export async function findMatchingRules(
  rules: readonly CompiledRule[],
  { entry, readContent, membersOf, readingSpeed }: Examined,
): Promise<CompiledRule[]> {
  const expressions = rules.filter((rule): rule is WallabagRule => rule.language === 'wallabag')
  const queries = rules.filter((rule): rule is QueryRule => rule.language === 'query')
  const matching = new Set<CompiledRule>()
  if (expressions.length > 0) {
    const content = expressions.some(needsContent) ? await readContent(MAX_TEXT) : null
    for (const rule of await matchingRules(expressions, subjectOf(entry, content, readingSpeed))) matching.add(rule)
  }
  if (queries.length > 0) {
    const content = queries.some(needsContent) ? await readContent(MAX_INDEXED) : null
    const members = { entry, ...membersOf(entry.id) }
    const facts = queryableEntry(members, { words: () => wordsOfEntry(members, content ?? '') })
    for (const [index, rule] of queries.entries()) {
      if (index > 0 && index % QUERIES_PER_TURN === 0) await setImmediate()
      if (evaluateCondition(rule.condition, facts)) matching.add(rule)
    }
  }
  return rules.filter((rule) => matching.has(rule))
}

/** @returns the start of the entry's HTML, up to a length in UTF-16 units; null if the entry has no content */
export async function contentOf(db: Db, { ownerId, id }: Entry, length: number): Promise<string | null> {
  const stored = await findContent(db, ownerId, id)
  return stored ? textPrefix(Buffer.from(stored), length) : null
}

/**
 * @param readingSpeed the owner's reading speed in words per minute; `entry.readingTime` assumes 200
 * @returns the properties of the entry that rules in wallabag's language can examine
 */
function subjectOf(entry: Entry, content: string | null, readingSpeed: number): RuleSubject {
  const { title, url, isArchived, isStarred, language, mimetype, domainName } = entry
  const readingTime = Math.floor((entry.readingTime / readingSpeed) * 200)
  return { title, url, isArchived, isStarred, content, language, mimetype, readingTime, domainName }
}

/**
 * @param json a string as JSON, in UTF-8
 * @param length maximum length of the result in UTF-16 units
 * @returns the start of the string. Only as much of a long string is parsed as necessary.
 */
export function textPrefix(json: Buffer, length: number): string {
  const bytes = 4 * length
  // The JSON is cut at a space, because a space is never inside an escape or a multi-byte character.
  const end = json.length > bytes ? json.lastIndexOf(' ', bytes) : -1
  const beginning = end > 0 ? (JSON.parse(`${json.toString('utf8', 0, end)}"`) as string) : ''
  const text = beginning.length >= length ? beginning : (JSON.parse(json.toString()) as string)
  return text.slice(0, length)
}
