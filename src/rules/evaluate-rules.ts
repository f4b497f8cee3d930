import { setImmediate } from 'node:timers/promises'
import { matchesRule, type FoundNeedles } from './evaluate-tagging-rule.ts'
import type { RuleSubject } from './rule-subject.ts'
import { findNeedles } from './find-needles.ts'
import { needlesOf, searchWork, type Needles } from './rule-needles.ts'
import type { Expression } from './tagging-expression.ts'

/**
 * Characters times words. Up to this product each rule searches by itself, in at most 5 ms; for most users' rules it
 * takes a fraction of a millisecond.
 */
const MAX_PLAIN_WORK = 300_000
/** Rules evaluated before other work gets a turn. */
const RULES_IN_TURN = 50

/**
 * @param rules of one owner, at most 200
 * @returns the rules that match the entry. Whatever the rules and texts, other work waits for at most some
 *   milliseconds: 200 rules can contain 2,000 words for a text of half a million characters, a quarter of a minute if
 *   searched one by one.
 */
export async function matchingRules<Rule extends { readonly expression: Expression }>(
  rules: readonly Rule[],
  subject: RuleSubject,
): Promise<Rule[]> {
  const needles = needlesOf(
    rules.map(({ expression }) => expression),
    subject,
  )
  const found = searchWork(needles) > MAX_PLAIN_WORK ? await findAll(needles) : undefined
  const held: Rule[] = []
  for (const [index, rule] of rules.entries()) {
    if (index > 0 && index % RULES_IN_TURN === 0) await setImmediate()
    if (matchesRule(rule.expression, subject, found)) held.push(rule)
  }
  return held
}

async function findAll(needles: Needles): Promise<FoundNeedles> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [text, words] of needles) found.set(text, await findNeedles(text, words))
  return { asked: needles, found }
}
