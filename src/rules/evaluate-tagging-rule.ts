import { lowering, type SearchWords } from './rule-search-words.ts'
import { ruleValueText } from './rule-value-text.ts'
import type { Expression, RuleOperator, RuleValue } from './tagging-expression.ts'
import type { RuleSubject } from './rule-subject.ts'

/** Results of searches that were made before the evaluation. All texts and words are in lower case. */
export interface FoundWords {
  /** for each text, the words that were searched for */
  readonly searched: SearchWords
  /** for each text, those words in `searched` that it contains */
  readonly found: SearchWords
}

interface Scope {
  readonly subject: RuleSubject
  readonly found: FoundWords | undefined
  readonly lower: (text: string) => string
}

/**
 * @param found results of earlier searches; searches for other words are made now
 * @returns true if the rule matches the entry
 */
export function matchesRule(expression: Expression, subject: RuleSubject, found?: FoundWords): boolean {
  return isTrue(expression, { subject, found, lower: lowererOf(subject) })
}

/** Caches the lower-case texts of an entry, because many rules read the same texts. */
const lowerers = new WeakMap<RuleSubject, (text: string) => string>()

function lowererOf(subject: RuleSubject): (text: string) => string {
  const lower = lowerers.get(subject) ?? lowering()
  lowerers.set(subject, lower)
  return lower
}

function isTrue(expression: Expression, scope: Scope): boolean {
  return isTruthy(valueOf(expression, scope))
}

function valueOf(expression: Expression, scope: Scope): RuleValue {
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'variable':
      return scope.subject[expression.name]
    case 'not':
      return !isTrue(expression.operand, scope)
    case 'and':
      return isTrue(expression.left, scope) && isTrue(expression.right, scope)
    case 'or':
      return isTrue(expression.left, scope) || isTrue(expression.right, scope)
    case 'compare':
      return compare(scope, expression)
  }
}

function compare(scope: Scope, expression: Extract<Expression, { kind: 'compare' }>): boolean {
  const left = valueOf(expression.left, scope)
  const right = valueOf(expression.right, scope)
  if (expression.operator === 'matches') return left !== null && contains(scope, left, right)
  if (expression.operator === 'notmatches') return left === null || !contains(scope, left, right)
  return isOrdered(expression.operator, left, right)
}

function isOrdered(
  operator: Exclude<RuleOperator, 'matches' | 'notmatches'>,
  left: RuleValue,
  right: RuleValue,
): boolean {
  switch (operator) {
    case '=':
      return order(left, right) === 0
    case '!=':
      return order(left, right) !== 0
    case 'is':
      return left === right
    case '>':
      return order(left, right) > 0
    case '<':
      return order(left, right) < 0
    case '>=':
      return order(left, right) >= 0
    case '<=':
      return order(left, right) <= 0
  }
}

function contains({ found, lower }: Scope, left: RuleValue, right: RuleValue): boolean {
  const [text, needle] = [lower(ruleValueText(left)), lower(ruleValueText(right))]
  if (found?.searched.get(text)?.has(needle)) return found.found.get(text)?.has(needle) === true
  return text === needle || text.includes(needle)
}

/**
 * Compares values like wallabag, whose rules use PHP 8's loose comparison. Numbers and numeric texts are compared as
 * numbers, booleans and null by truth value, everything else as text.
 * @returns a negative number, 0 or a positive number
 */
function order(left: RuleValue, right: RuleValue): number {
  if (left === null && typeof right === 'string') return signOf('', right)
  if (right === null && typeof left === 'string') return signOf(left, '')
  if (left === null || right === null || typeof left === 'boolean' || typeof right === 'boolean') {
    return Number(isTruthy(left)) - Number(isTruthy(right))
  }
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)]
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber
  return signOf(ruleValueText(left), ruleValueText(right))
}

const signOf = (left: string, right: string): number => (left < right ? -1 : Number(left > right))

/** Maximum length in characters of a text that is parsed as a number. A longer text is compared as text. */
const MAX_NUMBER = 40

function numberIn(value: string | number): number | undefined {
  if (typeof value === 'number') return value
  const isNumber = value.length <= MAX_NUMBER && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
  return isNumber ? Number(value) : undefined
}

function isTruthy(value: RuleValue): boolean {
  return value !== '0' && Boolean(value)
}
