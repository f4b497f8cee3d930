import type { Generated } from 'kysely'

/** The second factor of a user. It may still have to be confirmed. */
export interface SecondFactorTable {
  user_id: number
  /** encrypted secret, see src/users/second-factor/second-factor.ts */
  secret_sealed: Uint8Array
  /**
   * latest time step (RFC 6238) whose code was used. Codes of this step and of earlier steps are refused, so that no
   * code is used twice.
   */
  last_step: Generated<number>
  created_at: string
  /** time at which the first correct code was entered; null before that */
  confirmed_at: string | null
}

/** A single-use code that replaces the second factor. Its row is deleted when the code is used. */
export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 of the owner's id and the code (src/users/second-factor/typed-code.ts) */
  code_hash: Uint8Array
}

/** A password for one app, which may be limited to some scopes and to a time. */
export interface AppPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 of the owner's id and the password (src/users/second-factor/typed-code.ts) */
  secret_hash: Uint8Array
  created_at: string
  last_used_at: string | null
  /** names of the scopes, separated by spaces (src/users/passwords/app-scopes.ts); null for all */
  scopes: string | null
  /** null if it does not expire */
  expires_at: string | null
  /** hash of the key for Fever (src/users/passwords/key-holder.ts); null for app passwords from before these keys */
  fever_key_hash: Uint8Array | null
  /** hash of the key for KOReader's progress sync; null for app passwords that are not for it */
  kosync_key_hash: Uint8Array | null
}

/** The settings of a Kobo e-reader. Its key and its name are those of the app password, with which it is deleted. */
export interface KoboDeviceTable {
  user_id: number
  app_password_id: number
  /** address of the store that its other requests are passed to, without a slash at the end */
  store: string
  /** 1 for a device with a colour screen */
  has_color: number
  /** 1 if archived entries are removed from the device */
  removes_archived: number
}

/** A sign-in after the correct password, and before the code of the second factor. It is not a session. */
export interface SignInStepTable {
  user_id: number
  /** SHA-256 of the cookie's value */
  token_hash: Uint8Array
  is_remembered: number
  /** number of codes that were tried */
  tries: Generated<number>
  expires_at: string
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
  /** the account at the identity provider with which the session was opened; null for other ways to sign in */
  provider_issuer: string | null
  provider_subject: string | null
  /** id of the session there; null if the provider did not report one */
  provider_sid: string | null
}
