import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { readPattern } from './ignore-origin-pattern.ts'
import { INSTANCE_IGNORE_ORIGIN_RULES, parseIgnoreOriginRule, type IgnoreOriginRule } from './ignore-origin-rule.ts'
import { listIgnoreOriginRules } from './ignore-origin-rule.repository.ts'

/** Milliseconds of testing rules after which the event loop may run. */
const MAX_BLOCKING_MS = 4

/**
 * Tests whether a rule matches the address that the user saved. After a redirect, a matching address is not stored as
 * `origin_url` (wallabag contract 12.2). The rules of the instance apply first, then the owner's. An invalid stored
 * rule matches nothing.
 * @param address the saved address, absolute and with the scheme http or https
 */
export async function isOriginIgnored(db: Db, owner: UserId, address: string): Promise<boolean> {
  if (await matchesAny(INSTANCE_IGNORE_ORIGIN_RULES, address)) return true
  const rules = (await listIgnoreOriginRules(db, owner)).map(({ rule }) => parseIgnoreOriginRule(rule))
  return matchesAny(
    rules.flatMap((parsed) => (parsed.kind === 'rule' ? [parsed.rule] : [])),
    address,
  )
}

/**
 * Tests rules in order, and lets the event loop run in between, because fifty patterns of the slowest kind take a tenth
 * of a second.
 */
async function matchesAny(rules: readonly IgnoreOriginRule[], address: string): Promise<boolean> {
  let since = performance.now()
  for (const rule of rules) {
    if (performance.now() - since > MAX_BLOCKING_MS) {
      await setImmediate()
      since = performance.now()
    }
    if (await matches(rule, address)) return true
  }
  return false
}

/** `=` ignores letter case for host names (RFC 3986, section 3.2.2), but not for whole addresses. */
async function matches({ variable, operator, value }: IgnoreOriginRule, address: string): Promise<boolean> {
  const subject = variable === 'host' ? new URL(address).hostname : address
  if (operator === '=') return subject === (variable === 'host' ? value.toLowerCase() : value)
  const pattern = await readPattern(value)
  return pattern.kind === 'pattern' && pattern.isFoundIn(subject)
}
