import { setImmediate } from 'node:timers/promises'
import { matchesRule, type FoundWords } from './evaluate-tagging-rule.ts'
import type { RuleSubject } from './rule-subject.ts'
import { findWordsInText } from './find-words-in-text.ts'
import { searchWordsOf, searchCost, type SearchWords } from './rule-search-words.ts'
import type { Expression } from './tagging-expression.ts'

/**
 * Maximum cost (number of characters times number of words) of searching for each word separately, which then takes at
 * most 5 ms. Above it, `findWordsInText` searches for all words at once.
 */
const MAX_PLAIN_COST = 300_000
/** Number of rules that are evaluated before the event loop may run. */
const RULES_PER_TURN = 50

/**
 * Finds the rules that match an entry. Lets the event loop run every few milliseconds. Above `MAX_PLAIN_COST`, it
 * searches for all words at once, because separate searches could take 15 seconds: 200 rules may contain 2,000 words,
 * and the text half a million characters.
 * @param rules rules of one owner, at most 200
 */
export async function matchingRules<Rule extends { readonly expression: Expression }>(
  rules: readonly Rule[],
  subject: RuleSubject,
): Promise<Rule[]> {
  const needles = searchWordsOf(
    rules.map(({ expression }) => expression),
    subject,
  )
  const found = searchCost(needles) > MAX_PLAIN_COST ? await findAll(needles) : undefined
  const matching: Rule[] = []
  for (const [index, rule] of rules.entries()) {
    if (index > 0 && index % RULES_PER_TURN === 0) await setImmediate()
    if (matchesRule(rule.expression, subject, found)) matching.push(rule)
  }
  return matching
}

async function findAll(needles: SearchWords): Promise<FoundWords> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [text, words] of needles) found.set(text, await findWordsInText(text, words))
  return { searched: needles, found }
}
