import type { Generated } from 'kysely'

/** A named value that belongs to the installation, such as the setup code for `/setup`. */
export interface InstanceTable {
  name: string
  value: string
}

/** The limits of a user, and what is counted against them (src/users/quota). Null is no limit. */
export interface UserQuotaTable {
  user_id: number
  max_entries: number | null
  max_bytes: number | null
  max_saves: number | null
  /** the day on which `saves` entries were saved, such as `2026-11-29` */
  day: Generated<string>
  saves: Generated<number>
  used_bytes: Generated<number>
  /** ISO time of the measurement of `used_bytes`; empty before the first one */
  measured_at: Generated<string>
}

export interface UsersTable {
  id: Generated<number>
  username: string
  /** the username in NFKC and lower case; unique */
  username_key: string
  email: Generated<string>
  /** canonical form of the e-mail address; null if the user has none */
  email_key: string | null
  name: string | null
  password_hash: string
  /** user handle of WebAuthn, random bytes; null for a user without passkeys */
  passkey_handle: Uint8Array | null
  is_admin: Generated<number>
  is_enabled: Generated<number>
  created_at: string
  updated_at: string
}

/** A number that increases with every change to a user's data. */
export interface UserRevisionTable {
  user_id: number
  revision: Generated<number>
  /**
   * the user's revision at the last change of the settings. The next two columns have the same meaning for tagging
   * rules and site rules.
   */
  settings_revision: Generated<number>
  tagging_rules_revision: Generated<number>
  site_rules_revision: Generated<number>
  /** tombstones up to this revision may have been deleted */
  pruned_revision: Generated<number>
}

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
