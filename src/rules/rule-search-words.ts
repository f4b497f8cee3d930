import type { RuleSubject } from './rule-subject.ts'
import { ruleValueText } from './rule-value-text.ts'
import type { Expression } from './tagging-expression.ts'

/** For each text of an entry, the words that rules search for in it. All texts and words are in lower case. */
export type SearchWords = ReadonlyMap<string, ReadonlySet<string>>

/**
 * @returns for each text of the entry, the words that the expressions search for. Searches whose text or word must be
 * computed first are omitted.
 */
export function searchWordsOf(expressions: Iterable<Expression>, subject: RuleSubject): SearchWords {
  const needles = new Map<string, Set<string>>()
  const lower = lowering()
  const collect = (expression: Expression): void => {
    if (expression.kind === 'not') collect(expression.operand)
    if (expression.kind !== 'and' && expression.kind !== 'or' && expression.kind !== 'compare') return
    collect(expression.left)
    collect(expression.right)
    if (expression.kind !== 'compare' || !expression.operator.endsWith('matches')) return
    const [text, needle] = [textIn(expression.left, subject), textIn(expression.right, subject)]
    if (text === undefined || needle === undefined || needle.length >= text.length) return
    const known = needles.get(lower(text)) ?? new Set()
    needles.set(lower(text), known.add(lower(needle)))
  }
  for (const expression of expressions) collect(expression)
  return needles
}

/**
 * @returns the text of a variable or a value; undefined for null, and for an expression that must be evaluated first
 */
function textIn(expression: Expression, subject: RuleSubject): string | undefined {
  if (expression.kind === 'variable') {
    const value = subject[expression.name]
    return value === null ? undefined : ruleValueText(value)
  }
  return expression.kind === 'value' ? ruleValueText(expression.value) : undefined
}

/**
 * @returns a function that converts text to lower case. Results for long texts are cached, because many rules use the
 *   same texts.
 */
export function lowering(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const lower = known.get(text) ?? text.toLowerCase()
    if (text.length > 100) known.set(text, lower)
    return lower
  }
}

/**
 * @returns the cost of separate searches: the length of each text in characters, times the number of words to search
 * for in it
 */
export function searchCost(needles: SearchWords): number {
  return needles.entries().reduce((sum, [text, words]) => sum + text.length * words.size, 0)
}
