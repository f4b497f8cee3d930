import type { Generated } from 'kysely'

/** A second factor, or one that is being set up. */
export interface SecondFactorTable {
  user_id: number
  /** see src/users/second-factor/second-factor.ts */
  secret_sealed: Uint8Array
  /** the latest step of time (RFC 6238) whose code was used: no code is good twice */
  last_step: Generated<number>
  created_at: string
  /** when the first code was right; null until then */
  confirmed_at: string | null
}

/** A code that stands in for the second factor once. The row goes away with its use. */
export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 */
  code_hash: Uint8Array
}

/** A password for one app, which cannot be asked for a code. */
export interface AppPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 */
  secret_hash: Uint8Array
  created_at: string
  last_used_at: string | null
}

/** Somebody whose password was right and whose code is awaited. It is no session. */
export interface SignInStepTable {
  user_id: number
  /** SHA-256 of the cookie's value */
  token_hash: Uint8Array
  is_remembered: number
  /** codes that were tried */
  tries: Generated<number>
  expires_at: string
}
