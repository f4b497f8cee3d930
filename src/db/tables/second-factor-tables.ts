import type { Generated } from 'kysely'

/** A second factor, confirmed or being set up. */
export interface SecondFactorTable {
  user_id: number
  /** see src/users/second-factor/second-factor.ts */
  secret_sealed: Uint8Array
  /** the latest time step (RFC 6238) with a used code: no code is valid twice */
  last_step: Generated<number>
  created_at: string
  /** time of the first correct code; null before */
  confirmed_at: string | null
}

/** A single-use replacement for the second factor. Its use deletes the row. */
export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 */
  code_hash: Uint8Array
}

/** A password for one app, which cannot ask for a code. */
export interface AppPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 */
  secret_hash: Uint8Array
  created_at: string
  last_used_at: string | null
}

/** A sign-in with a correct password that waits for the code. It is not a session. */
export interface SignInStepTable {
  user_id: number
  /** SHA-256 of the cookie's value */
  token_hash: Uint8Array
  is_remembered: number
  /** number of attempted codes */
  tries: Generated<number>
  expires_at: string
}
