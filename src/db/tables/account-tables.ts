import type { Generated } from 'kysely'

/** A named value that belongs to the installation, such as the setup code for `/setup`. */
export interface InstanceTable {
  name: string
  value: string
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

export interface SessionTable {
  user_id: number
  /** SHA-256 of the cookie's value */
  token_hash: Uint8Array
  csrf_token: string
  user_agent: string
  address: string
  created_at: string
  last_used_at: string
  expires_at: string
}

export interface OauthClientTable {
  id: Generated<number>
  user_id: number
  random_id: string
  secret_hash: Uint8Array
  /** the secret, encrypted with the instance key. It cannot be a hash, because the developer page shows the secret. */
  secret_sealed: Uint8Array
  name: string
  /** JSON array of addresses */
  redirect_uris: string
  /** JSON array of grant types */
  grants: string
  created_at: string
  last_used_at: string | null
  has_complete_answers: Generated<number>
}

export interface AccessTokenTable {
  user_id: number
  token_hash: Uint8Array
  client_id: number
  family_id: string
  created_at: string
  expires_at: string
}

export interface RefreshTokenTable {
  user_id: number
  token_hash: Uint8Array
  client_id: number
  family_id: string
  created_at: string
  expires_at: string
  /** time at which all tokens of the family expire. Refreshing a token does not extend it. */
  family_expires_at: string
  spent_at: string | null
  /** the response to the request that used this token, encrypted with the token; null if the token was not used */
  successor: Uint8Array | null
}
