import type { Generated } from 'kysely'

/** An event of an account, or several similar events within an hour. */
export interface SecurityEventTable {
  id: Generated<number>
  user_id: number
  /** see src/security-events/event-kinds.ts */
  kind: string
  /** an administrator, 0 for the operator, null for the owner or an unauthenticated user */
  actor_id: number | null
  /** not a foreign key to `oauth_client`: events of a client outlive it */
  client_id: number | null
  /** empty if it is unknown or not stored */
  address: string
  user_agent: string
  /** of the latest occurrence, for the log */
  request_id: string
  times: number
  first_at: string
  last_at: string
}
