import type { Generated } from 'kysely'

/** Something that happened to an account, or alike things that happened within an hour. */
export interface SecurityEventTable {
  id: Generated<number>
  user_id: number
  /** see src/security-events/event-kinds.ts */
  kind: string
  /** an administrator, 0 for the operator, null for the owner or whoever said to be */
  actor_id: number | null
  /** no key of `oauth_client`: what a client did outlives it */
  client_id: number | null
  /** empty where it is not known or not kept */
  address: string
  user_agent: string
  /** of the last time, for the log */
  request_id: string
  times: number
  first_at: string
  last_at: string
}
