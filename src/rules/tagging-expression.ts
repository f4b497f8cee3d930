/** The variables of rules (contract 12.1). */
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

/** @returns whether the expression contains the variable */
export function asksFor(expression: Expression, name: RuleVariable): boolean {
  switch (expression.kind) {
    case 'value':
      return false
    case 'variable':
      return expression.name === name
    case 'not':
      return asksFor(expression.operand, name)
    default:
      return asksFor(expression.left, name) || asksFor(expression.right, name)
  }
}
