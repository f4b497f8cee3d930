import type { Generated } from 'kysely'

/** From which addresses a redirect leaves no trace. */
export interface IgnoreOriginRuleTable {
  id: Generated<number>
  user_id: number
  /** see contract 12.2 */
  rule: string
}

/** What gives a user's entries their tags by itself. */
export interface TaggingRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression, see contract 12.1 */
  rule: string
  /** labels as a JSON array */
  tags: string
}
