import type { Generated } from 'kysely'

/** One fact about the installation, such as the code that opens `/setup`. */
export interface InstanceTable {
  name: string
  value: string
}

export interface UsersTable {
  id: Generated<number>
  username: string
  /** canonical form that must be unique: NFKC, lower case */
  username_key: string
  email: Generated<string>
  /** canonical e-mail, null while the user has none */
  email_key: string | null
  name: string | null
  password_hash: string
  is_admin: Generated<number>
  is_enabled: Generated<number>
  created_at: string
  updated_at: string
}

/** A number that grows with every change to anything the user owns. */
export interface UserRevisionTable {
  user_id: number
  revision: Generated<number>
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
  /** the secret, sealed with the instance key: old apps read it from the developer page */
  secret_sealed: Uint8Array
  name: string
  /** JSON array of addresses */
  redirect_uris: string
  /** JSON array of grant types */
  grants: string
  created_at: string
  last_used_at: string | null
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
  /** end of the whole family, however often it is refreshed */
  family_expires_at: string
  spent_at: string | null
  /** the answer that the spent token bought, sealed under that token */
  successor: Uint8Array | null
}
