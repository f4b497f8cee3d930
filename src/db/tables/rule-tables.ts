import type { Generated } from 'kysely'

/** A rule for redirects. Addresses that match it are not stored as the origin of an entry. */
export interface IgnoreOriginRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression (wallabag contract 12.2) */
  rule: string
}

/** A rule that tags a user's entries automatically. */
export interface TaggingRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression (wallabag contract 12.1) or a query (docs/query.md) */
  rule: string
  /** language of the rule, see `RULE_LANGUAGES` */
  language: Generated<string>
  /** JSON array of labels */
  tags: string
}

export interface SiteRuleTable {
  user_id: number
  /** `example.com`, or `.example.com` for all its subdomains */
  host: string
  /** in the format of docs/site-rules.md */
  rules: string
  updated_at: string
}
