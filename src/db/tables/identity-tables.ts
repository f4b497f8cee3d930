import type { Generated } from 'kysely'

/** An account of a user at an identity provider. Only issuer and subject identify it. */
export interface IdentityTable {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  /** name or e-mail address that the provider last reported, for display */
  label: string
  created_at: string
  last_used_at: string | null
}

/** A sign-in at an identity provider whose answer has not arrived. Its row is deleted when the answer is used. */
export interface ProviderRequestTable {
  /** SHA-256 of the parameter `state` */
  state_hash: Uint8Array
  /** SHA-256 of a cookie, so that only the browser that started the sign-in can finish it */
  browser_hash: Uint8Array
  nonce: string
  /** PKCE code verifier (RFC 7636) */
  verifier: string
  /** the signed-in user who links an account; null for a sign-in */
  user_id: number | null
  expires_at: string
}

/** A logout token that was used, until it would be refused for its age. */
export interface LogoutTokenTable {
  /** SHA-256 of the issuer and the id of the token */
  token_hash: Uint8Array
  expires_at: string
}
