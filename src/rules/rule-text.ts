import type { RuleValue } from './tagging-expression.ts'

/** @returns a value as text, converted like PHP */
export function ruleText(value: RuleValue): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return value === null ? '' : String(value)
}
