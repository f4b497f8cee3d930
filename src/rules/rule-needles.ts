import type { RuleSubject } from './rule-subject.ts'
import { ruleText } from './rule-text.ts'
import type { Expression } from './tagging-expression.ts'

/** For each text of an entry, in lower case, the words that rules look for in it, in lower case. */
export type Needles = ReadonlyMap<string, ReadonlySet<string>>

/** @returns what the expressions look for where, as far as that can be told without evaluating them */
export function needlesOf(expressions: Iterable<Expression>, subject: RuleSubject): Needles {
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

/** @returns the text of a variable or a value; undefined for nothing, and for what has to be evaluated */
function textIn(expression: Expression, subject: RuleSubject): string | undefined {
  if (expression.kind === 'variable') {
    const value = subject[expression.name]
    return value === null ? undefined : ruleText(value)
  }
  return expression.kind === 'value' ? ruleText(expression.value) : undefined
}

/** @returns a function that gives texts in lower case, and long ones, of which rule after rule asks, only once */
export function lowering(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const lower = known.get(text) ?? text.toLowerCase()
    if (text.length > 100) known.set(text, lower)
    return lower
  }
}

/** @returns characters of texts to look at, once for each word: what looking for one word after the other takes */
export function searchWork(needles: Needles): number {
  return needles.entries().reduce((sum, [text, words]) => sum + text.length * words.size, 0)
}
