import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { checkedRule, type CheckedRule, type TaggingRule } from '../../rules/tagging-rule.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { contentOf, findMatchingRules } from './find-matching-rules.ts'
import { loadEntryRelations } from './load-entry-relations.ts'
import { queryCompiler, type CompiledRule } from './compile-rules.ts'
import type { Entry } from '../entry.ts'
import { toEntry } from '../entry-row.ts'

/** Maximum number of entries on which a rule is tested. Older entries are left out. */
const MAX_ENTRIES = 1000
/** Number of entries per query. */
const BATCH_SIZE = 50
/** Maximum number of matching entries that the result names. */
const MAX_LISTED = 10
/** Milliseconds after which the test stops and returns the results so far. */
const TIMEOUT_MS = 2000

export interface RuleTrial {
  /** number of tested entries that match */
  readonly matches: number
  /** number of tested entries */
  readonly examined: number
  /**
   * positions, in UTF-16 units, of each `not` that its author may have misunderstood: `not a = b` is parsed as
   * `(not a) = b`
   */
  readonly looseNots: readonly number[]
  /** the newest matches, at most `MAX_LISTED` */
  readonly entries: readonly { readonly id: EntryId; readonly title: string }[]
}

/**
 * Tests a rule on the owner's newest entries, without changing them.
 * @throws AppError `invalid_input` as `checkedRule` does
 */
export async function tryTaggingRule(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  owner: UserId,
  { rule, language }: Pick<TaggingRule, 'rule' | 'language'>,
): Promise<RuleTrial> {
  const checked = checkedRule(rule, language)
  const looseNots = checked.language === 'wallabag' ? checked.looseNots : []
  const { readingSpeed, preferences } = await database.read((db) => findUserConfig(db, owner))
  const now = { at: clock.now(), timeZone: timeZoneOf(preferences) }
  const ready = await database.read((db) => compileRule(db, owner, checked, now))
  const until = performance.now() + TIMEOUT_MS
  const found: Entry[] = []
  let examined = 0
  for (let before = Number.MAX_SAFE_INTEGER; examined < MAX_ENTRIES && performance.now() < until;) {
    const batch = await database.read((db) => newestBefore(db, owner, before))
    const ids = language === 'query' ? batch.map(({ id }) => id) : []
    const membersOf = await database.read((db) => loadEntryRelations(db, owner, ids))
    for (const entry of batch) {
      const readContent = (length: number) => database.read((db) => contentOf(db, entry, length))
      const matching = await findMatchingRules([ready], { entry, readContent, membersOf, readingSpeed })
      if (matching.length > 0) found.push(entry)
      // Queries on SQLite run synchronously. Without this pause, the loop would block the event loop.
      await setImmediate()
    }
    examined += batch.length
    if (batch.length < BATCH_SIZE) break
    before = batch.at(-1)!.id
  }
  const entries = found.slice(0, MAX_LISTED).map(({ id, title, url }) => ({ id, title: title ?? url }))
  return { matches: found.length, examined, looseNots, entries }
}

async function compileRule(db: Db, owner: UserId, rule: CheckedRule, now: Now): Promise<CompiledRule> {
  if (rule.language === 'wallabag')
    return { language: rule.language, expression: rule.expression, tags: [], sendTo: null }
  return { language: rule.language, condition: await queryCompiler(db, owner, now)(rule.query), tags: [], sendTo: null }
}

async function newestBefore(db: Db, owner: UserId, before: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(toEntry)
}
