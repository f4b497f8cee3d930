import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { matchingRules } from '../../rules/evaluate-rules.ts'
import { asksFor } from '../../rules/tagging-expression.ts'
import { checkedRule } from '../../rules/tagging-rule.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { contentOf, subjectOf } from './apply-tagging-rules.ts'
import type { Entry } from '../entry.ts'
import { toEntry } from '../entry-row.ts'

/** The newest entries are looked at, no more. */
const MOST = 1000
/** Entries that are read from the database at once. */
const SLICE = 50
/** How many of the matches are named. */
const NAMED = 10
/** A trial that took so long says what it has found so far, in milliseconds. */
const PATIENCE_MS = 2000

export interface RuleTrial {
  /** how many of the entries that were looked at the rule holds for */
  readonly matches: number
  /** how many of the newest entries were looked at */
  readonly examined: number
  /** where a `not` stands that binds to less than it looks like: `not (…)` was meant */
  readonly looseNots: readonly number[]
  /** the newest of the matches, ten at most */
  readonly entries: readonly { readonly id: EntryId; readonly title: string }[]
}

/**
 * Says which of the owner's newest entries a rule would tag, and changes nothing.
 * @throws AppError `invalid_input` as `checkedRule` does
 */
export async function tryTaggingRule(
  { database }: { readonly database: Database },
  owner: UserId,
  rule: string,
): Promise<RuleTrial> {
  const { expression, looseNots } = checkedRule(rule)
  const needsContent = asksFor(expression, 'content')
  const { readingSpeed } = await database.read((db) => findUserConfig(db, owner))
  const until = performance.now() + PATIENCE_MS
  const found: Entry[] = []
  let examined = 0
  for (let before = Number.MAX_SAFE_INTEGER; examined < MOST && performance.now() < until;) {
    const slice = await database.read((db) => newestBefore(db, owner, before))
    for (const entry of slice) {
      const content = needsContent ? await database.read((db) => contentOf(db, entry)) : null
      const held = await matchingRules([{ expression }], subjectOf(entry, content, readingSpeed))
      if (held.length > 0) found.push(entry)
      // On SQLite nothing of this waits: others have their turn after each entry.
      await setImmediate()
    }
    examined += slice.length
    if (slice.length < SLICE) break
    before = slice.at(-1)!.id
  }
  const entries = found.slice(0, NAMED).map(({ id, title, url }) => ({ id, title: title ?? url }))
  return { matches: found.length, examined, looseNots, entries }
}

async function newestBefore(db: Db, owner: UserId, before: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(SLICE)
    .execute()
  return rows.map(toEntry)
}
