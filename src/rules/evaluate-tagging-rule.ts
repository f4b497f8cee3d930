import type { Expression, RuleOperator, RuleValue, RuleVariable } from './tagging-expression.ts'

/** What an entry answers to a rule's variables. */
export type RuleSubject = Readonly<
  Record<Exclude<RuleVariable, 'readingTime' | 'isArchived' | 'isStarred'>, string | null>
> & {
  readonly isArchived: boolean
  readonly isStarred: boolean
  /** whole minutes at the reader's own speed */
  readonly readingTime: number
}

/** @returns whether the rule holds for the entry; takes time linear in the texts that it looks at */
export function holdsFor(expression: Expression, subject: RuleSubject): boolean {
  return isTruthy(valueOf(expression, subject))
}

function valueOf(expression: Expression, subject: RuleSubject): RuleValue {
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'variable':
      return subject[expression.name]
    case 'not':
      return !holdsFor(expression.operand, subject)
    case 'and':
      return holdsFor(expression.left, subject) && holdsFor(expression.right, subject)
    case 'or':
      return holdsFor(expression.left, subject) || holdsFor(expression.right, subject)
    case 'compare':
      return compare(subject, expression)
  }
}

function compare(subject: RuleSubject, expression: Extract<Expression, { kind: 'compare' }>): boolean {
  const left = valueOf(expression.left, subject)
  const right = valueOf(expression.right, subject)
  if (expression.operator === 'matches') return left !== null && contains(subject, left, right)
  if (expression.operator === 'notmatches') return left === null || !contains(subject, left, right)
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

function contains(subject: RuleSubject, left: RuleValue, right: RuleValue): boolean {
  const isContent = typeof left === 'string' && left === subject.content
  const text = isContent ? lowerContent(subject, left) : textOf(left).toLowerCase()
  return text.includes(textOf(right).toLowerCase())
}

/** The text in lower case, of which rule after rule asks. */
const lowerContents = new WeakMap<RuleSubject, string>()

function lowerContent(subject: RuleSubject, content: string): string {
  const known = lowerContents.get(subject)
  if (known !== undefined) return known
  const lower = content.toLowerCase()
  lowerContents.set(subject, lower)
  return lower
}

/**
 * Compares as PHP 8 does without strictness, which is what wallabag's rules were written for: numbers with texts that
 * hold numbers by their value, anything with a truth value or with nothing by its truth, the rest as text.
 */
function order(left: RuleValue, right: RuleValue): number {
  if (left === null && typeof right === 'string') return signOf('', right)
  if (right === null && typeof left === 'string') return signOf(left, '')
  if (left === null || right === null || typeof left === 'boolean' || typeof right === 'boolean') {
    return Number(isTruthy(left)) - Number(isTruthy(right))
  }
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)]
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber
  return signOf(textOf(left), textOf(right))
}

const signOf = (left: string, right: string): number => (left < right ? -1 : Number(left > right))

/** Longest text that can be a number to anybody. */
const MAX_NUMBER = 40

function numberIn(value: string | number): number | undefined {
  if (typeof value === 'number') return value
  const isNumber = value.length <= MAX_NUMBER && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
  return isNumber ? Number(value) : undefined
}

function isTruthy(value: RuleValue): boolean {
  return value !== '0' && Boolean(value)
}

function textOf(value: RuleValue): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return value === null ? '' : String(value)
}
