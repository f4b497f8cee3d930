import type { Generated } from 'kysely'

/** A security event of an account, or several equal events within an hour. */
export interface SecurityEventTable {
  id: Generated<number>
  user_id: number
  /** see src/security-events/event-kinds.ts */
  kind: string
  /** id of an administrator; 0 for the operator; null for the owner or an unauthenticated user */
  actor_id: number | null
  /** id of an API client. Not a foreign key, because events are kept after the client was deleted. */
  client_id: number | null
  /** IP address; empty if it is unknown or addresses are not stored */
  address: string
  user_agent: string
  /** request id of the latest occurrence, by which it is found in the log */
  request_id: string
  times: number
  first_at: string
  last_at: string
}
