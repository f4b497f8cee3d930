/** The variables that rules can use (wallabag contract 12.1). */
export const RULE_VARIABLES = [
  'title',
  'url',
  'isArchived',
  'isStarred',
  'content',
  'language',
  'mimetype',
  'readingTime',
  'domainName',
] as const
export type RuleVariable = (typeof RULE_VARIABLES)[number]

export const RULE_OPERATORS = ['=', '!=', 'is', '>', '<', '>=', '<=', 'matches', 'notmatches'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

export type RuleValue = string | number | boolean | null

/** A parsed rule, as a tree. */
export type Expression =
  | { readonly kind: 'value'; readonly value: RuleValue }
  | { readonly kind: 'variable'; readonly name: RuleVariable }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'compare'
      readonly operator: RuleOperator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }

/** @returns true if the expression compares a variable with a value */
export function comparesVariable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'value':
    case 'variable':
      return false
    case 'not':
      return comparesVariable(expression.operand)
    case 'compare':
      return expression.left.kind === 'variable' || expression.right.kind === 'variable'
    default:
      return comparesVariable(expression.left) || comparesVariable(expression.right)
  }
}

/** @returns true if the expression uses the variable */
export function usesVariable(expression: Expression, name: RuleVariable): boolean {
  switch (expression.kind) {
    case 'value':
      return false
    case 'variable':
      return expression.name === name
    case 'not':
      return usesVariable(expression.operand, name)
    default:
      return usesVariable(expression.left, name) || usesVariable(expression.right, name)
  }
}
