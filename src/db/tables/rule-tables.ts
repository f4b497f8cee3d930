import type { Generated } from 'kysely'

/** Addresses that are not kept as the origin of a redirect. */
export interface IgnoreOriginRuleTable {
  id: Generated<number>
  user_id: number
  /** see contract 12.2 */
  rule: string
}

/** Rules that tag a user's entries automatically. */
export interface TaggingRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression, see contract 12.1 */
  rule: string
  /** labels as a JSON array */
  tags: string
}
