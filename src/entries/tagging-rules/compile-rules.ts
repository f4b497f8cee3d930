import { setImmediate } from 'node:timers/promises'
import { collectionConditionFinder } from '../../collections/collection-condition.ts'
import { listCollections } from '../../collections/collection.repository.ts'
import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import type { Condition } from '../../query/condition.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { namedCollections } from '../../query/list-named-collections.ts'
import type { Query } from '../../query/query.ts'
import { parseRuleQuery } from '../../rules/parse-rule-query.ts'
import { parseTaggingRule } from '../../rules/parse-tagging-rule.ts'
import type { TaggingRule } from '../../rules/tagging-rule.ts'
import { usesVariable, type Expression } from '../../rules/tagging-expression.ts'

/** A rule that can be evaluated: an expression of wallabag's language, or the condition of a query. */
export type CompiledRule = WallabagRule | QueryRule

/** What happens to an entry that matches a rule. */
type Effects = Pick<TaggingRule, 'tags' | 'sendTo'>

export interface WallabagRule extends Effects {
  readonly language: 'wallabag'
  readonly expression: Expression
}

export interface QueryRule extends Effects {
  readonly language: 'query'
  readonly condition: Condition
}

/** Number of rules that are parsed before the event loop gets a turn. */
const RULES_PER_TURN = 50

/** @returns the compiled rules. Stops at the first rule that can no longer be parsed (wallabag contract 12.1). */
export async function compileRules(
  db: Db,
  owner: UserId,
  rules: readonly TaggingRule[],
  now: Now,
): Promise<readonly CompiledRule[]> {
  const ready: CompiledRule[] = []
  const compile = queryCompiler(db, owner, now)
  for (const { rule, language, tags, sendTo } of rules) {
    if (ready.length > 0 && ready.length % RULES_PER_TURN === 0) await setImmediate()
    if (language === 'query') {
      const parsed = parseRuleQuery(rule)
      if (parsed.kind === 'refused') break
      ready.push({ language, condition: await compile(parsed.query), tags, sendTo })
    } else {
      const parsed = parseTaggingRule(rule)
      if (parsed.kind === 'refused') break
      ready.push({ language, expression: parsed.expression, tags, sendTo })
    }
  }
  return ready
}

/** @returns a function that compiles queries. It reads the owner's collections once, if a query names one. */
export function queryCompiler(db: Db, owner: UserId, now: Now): (query: Query) => Promise<Condition> {
  let collections: ReturnType<typeof listCollections> | undefined
  return async (query) => {
    if (namedCollections(query).length === 0) return queryToCondition(query, now)
    collections ??= listCollections(db, owner)
    return queryToCondition(query, now, collectionConditionFinder(await collections, now))
  }
}

/** @returns true if the rule examines the text of entries */
export function needsContent(rule: CompiledRule): boolean {
  return rule.language === 'wallabag' ? usesVariable(rule.expression, 'content') : testsContent(rule.condition)
}

function testsContent(condition: Condition): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.parts.some(testsContent)
    case 'not':
      return testsContent(condition.part)
    case 'tokens':
      return condition.part === 'content' || (condition.part === undefined && condition.isText)
    default:
      return false
  }
}
