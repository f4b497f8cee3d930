import type { Generated } from 'kysely'

/** A security event of an account. Similar events within an hour share a row. */
export interface SecurityEventTable {
  id: Generated<number>
  user_id: number
  /** see src/security-events/event-kinds.ts */
  kind: string
  /**
   * id of an administrator; 0 for the operator; null for the user of the account, or for a visitor who is not signed in
   */
  actor_id: number | null
  /** id of an API client. It is not a foreign key: events are kept after the client is deleted. */
  client_id: number | null
  /** IP address; empty if it is unknown, or if addresses are not stored */
  address: string
  user_agent: string
  /** id of the latest request, for finding it in the log */
  request_id: string
  times: number
  first_at: string
  last_at: string
}
