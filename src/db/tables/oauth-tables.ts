import type { Generated } from 'kysely'

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
  /** scopes of the app password for which the token was issued; null for all */
  scopes: string | null
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
  /** scopes of the app password for which the token was issued; null for all */
  scopes: string | null
}
