import type { RuleValue } from './tagging-expression.ts'

/** @returns a value converted to text as PHP does it */
export function ruleValueText(value: RuleValue): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return value === null ? '' : String(value)
}
