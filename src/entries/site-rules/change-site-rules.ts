import { parseSiteRules } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { advanceRevision } from '../../users/revision.ts'
import {
  parseRuleHost,
  deleteSiteRuleRow,
  listSiteRules,
  setSiteRuleRow,
  type SiteRule,
} from './site-rule.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface ChangeSiteRulesDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Maximum number of hosts for which one user can have rules (security specification, section 5). Rules for further
 * hosts are rejected.
 */
const MAX_HOSTS = 200
/** Maximum number of invalid lines that an error message lists. */
const MAX_REPORTED = 10

/**
 * Stores a user's rules for a host and replaces older ones. They apply from the next fetch on.
 * @param host user input, see `parseRuleHost`
 * @param rules user input, see docs/site-rules.md
 * @returns the stored rules
 * @throws AppError `invalid_input` if the host or a line of the rules is invalid, or the user has rules for 200 hosts
 */
export async function setSiteRule(
  { database, clock }: ChangeSiteRulesDeps,
  owner: UserId,
  host: string,
  rules: string,
): Promise<SiteRule> {
  const rule = { host: parseRuleHost(host), rules, updatedAt: clock.now().toISOString() }
  refuseProblems(rules)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'site_rules')
    const known = await listSiteRules(tx, owner)
    if (known.length >= MAX_HOSTS && !known.some((one) => one.host === rule.host)) {
      throw new AppError('invalid_input', `a user can have rules for at most ${MAX_HOSTS} hosts`)
    }
    await setSiteRuleRow(tx, owner, rule)
  })
  return rule
}

function refuseProblems(rules: string): void {
  const { problems } = parseSiteRules(rules)
  if (problems.length === 0) return
  const reported = problems.slice(0, MAX_REPORTED).map(({ line, message }) => `line ${line}: ${message}`)
  throw new AppError('invalid_input', reported.join('; '), { details: { problems } })
}

/**
 * Deletes a user's rules for a host.
 * @throws AppError `not_found` if the host has no rules, `invalid_input` for an invalid host
 */
export async function deleteSiteRule({ database }: ChangeSiteRulesDeps, owner: UserId, host: string): Promise<void> {
  const name = parseRuleHost(host)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'site_rules')
    if (!(await deleteSiteRuleRow(tx, owner, name))) throw notFound('site rules')
  })
}
