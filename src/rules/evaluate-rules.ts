import { setImmediate } from 'node:timers/promises'
import { matchesRule, type FoundNeedles } from './evaluate-tagging-rule.ts'
import type { RuleSubject } from './rule-subject.ts'
import { findNeedles } from './find-needles.ts'
import { needlesOf, searchWork, type Needles } from './rule-needles.ts'
import type { Expression } from './tagging-expression.ts'

/**
 * Characters times words. Up to here each rule looks for itself, which takes 5 ms at the very worst; the words of most
 * people's rules are found in a fraction of one.
 */
const MAX_PLAIN_WORK = 300_000
/** Rules between two turns of everybody else. */
const RULES_IN_TURN = 50

/**
 * @param rules of one owner, 200 at most
 * @returns those that hold for the entry. Whatever rules and texts are, others wait for some milliseconds at most: 200
 * rules can ask for 2,000 words in a text of half a million characters, one by one for a quarter of a minute.
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
