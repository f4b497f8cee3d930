import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import { domainToASCII } from 'node:url'

export interface SiteRule {
  /** `example.com`, or `.example.com` to include all its subdomains */
  readonly host: string
  /** text in the format of docs/site-rules.md */
  readonly rules: string
  /** ISO text in UTC */
  readonly updatedAt: string
}

/** @returns the owner's rules, sorted by host */
export async function listSiteRules(db: Db, owner: UserId): Promise<SiteRule[]> {
  return owned(db, owner).orderBy('host').execute()
}

/** @returns the owner's rules for these hosts, in any order */
export async function findSiteRules(db: Db, owner: UserId, hosts: readonly string[]): Promise<SiteRule[]> {
  return owned(db, owner)
    .where('host', 'in', [...hosts])
    .execute()
}

/** Stores the rules of a host and replaces older ones. */
export async function setSiteRuleRow(tx: OwnerTx, owner: UserId, rule: SiteRule): Promise<void> {
  const values = { rules: rule.rules, updated_at: rule.updatedAt }
  await tx
    .insertInto('site_rule')
    .values({ user_id: owner, host: rule.host, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'host']).doUpdateSet(values))
    .execute()
}

/** @returns false if the host had no rules */
export async function deleteSiteRuleRow(tx: OwnerTx, owner: UserId, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('site_rule')
    .where('user_id', '=', owner)
    .where('host', '=', host)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * @returns a query for the owner's rules. All reads start with this query, so that none can forget the condition on the
 *   owner.
 */
function owned(db: Db, owner: UserId) {
  return db.selectFrom('site_rule').select(['host', 'rules', 'updated_at as updatedAt']).where('user_id', '=', owner)
}

/**
 * Parses the host of a rule.
 * @param text user input: a host name, with a leading dot to include all its subdomains
 * @returns the host name in lower case and ASCII, without `www.`
 * @throws AppError `invalid_input`
 */
export function parseRuleHost(text: string): string {
  const isWide = text.startsWith('.')
  const host = domainToASCII(text.slice(isWide ? 1 : 0, 300).toLowerCase()).replace(/^www\./, '')
  if (/[^\p{L}\p{N}\p{M}._-]/u.test(text) || host.length > 253 || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)) {
    throw new AppError('invalid_input', 'a host must be a name such as example.com or .example.com')
  }
  return isWide ? `.${host}` : host
}

/**
 * @param url address of a page
 * @returns the hosts whose rules apply to the page, most specific first: `news.example.com`, `.news.example.com`,
 *   `.example.com`, `.com`
 */
export function ruleHostsOf(url: string): string[] {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)) return []
  const labels = host.split('.').slice(-10)
  return [host, ...labels.map((_, i) => `.${labels.slice(i).join('.')}`)]
}
