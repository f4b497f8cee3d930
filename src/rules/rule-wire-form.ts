import type { TaggingRule } from './tagging-rule.ts'

/** @returns a rule as the API sends it; `send_to` is absent if the rule sends nothing */
export function wireRule({ sendTo, ...rule }: TaggingRule) {
  return { ...rule, ...(sendTo !== null && { send_to: sendTo }) }
}
