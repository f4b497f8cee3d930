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
  /** the app that the user of the client has connected; null for a client that the user has created */
  app_id: number | null
}

/** The apps that have registered themselves, or describe themselves in a document. */
export interface RegisteredAppTable {
  id: Generated<number>
  random_id: string
  name: string
  /** JSON array of addresses */
  redirect_uris: string
  created_at: string
  /** time after which the app is deleted if no user has connected it */
  expires_at: string
  /** address of the document in which the app describes itself; null for an app that has registered */
  document_url: string | null
  /** time when the document was last read */
  read_at: string | null
}

export interface AuthorizationCodeTable {
  user_id: number
  code_hash: Uint8Array
  client_id: number
  redirect_uri: string
  /** SHA-256 of the verifier that the app must send with the code, in base64url (RFC 7636) */
  challenge: string
  scopes: string
  /** family of the tokens that the code is exchanged for */
  family_id: string
  expires_at: string
  spent_at: string | null
}

export interface DeviceCodeTable {
  code_hash: Uint8Array
  /** the code that the user types or confirms, without a hyphen */
  user_code: string
  app_id: number
  scopes: string
  expires_at: string
  /** seconds that the app must wait between two requests; grows if it does not */
  interval_seconds: number
  polled_at: string | null
  /** the user who allowed or refused the access; null before that */
  decided_by: number | null
  is_allowed: number | null
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
