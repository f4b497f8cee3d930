import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { matchingRules } from '../../rules/evaluate-rules.ts'
import { usesVariable } from '../../rules/tagging-expression.ts'
import { checkedRule } from '../../rules/tagging-rule.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { contentOf, subjectOf } from './apply-tagging-rules.ts'
import type { Entry } from '../entry.ts'
import { toEntry } from '../entry-row.ts'

/** Maximum number of entries to test, newest first. */
const MOST = 1000
/** Entries per query. */
const SLICE = 50
/** Maximum number of matches in the result. */
const NAMED = 10
/** After this time, in milliseconds, a trial returns its results so far. */
const PATIENCE_MS = 2000

export interface RuleTrial {
  /** number of tested entries that match */
  readonly matches: number
  /** number of tested entries, newest first */
  readonly examined: number
  /** positions of each `not` that binds more tightly than it appears: `not (…)` was probably meant */
  readonly looseNots: readonly number[]
  /** the newest matches, at most ten */
  readonly entries: readonly { readonly id: EntryId; readonly title: string }[]
}

/**
 * Finds the owner's newest entries that a rule would tag, without changing them.
 * @throws AppError `invalid_input` like `checkedRule`
 */
export async function tryTaggingRule(
  { database }: { readonly database: Database },
  owner: UserId,
  rule: string,
): Promise<RuleTrial> {
  const { expression, looseNots } = checkedRule(rule)
  const needsContent = usesVariable(expression, 'content')
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
      // On SQLite none of this is asynchronous, so it yields after each entry.
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
