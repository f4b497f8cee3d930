import type { Generated } from 'kysely'

/** A passkey: a key pair of the user's device or password manager, of which the server has the public key. */
export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  credential_id: Uint8Array
  /** public key in the format of COSE (RFC 9052) */
  public_key: Uint8Array
  /** number of signatures according to the authenticator; 0 if it does not count them */
  counter: number
  /** names of the ways to reach the authenticator, separated by spaces */
  transports: string
  /** host of the service at the registration; browsers offer the passkey only there */
  rp_id: string
  /** the name that the user chose */
  name: string
  /** 1 if a password manager copies the passkey to other devices */
  is_synced: number
  created_at: string
  last_used_at: string | null
}

/** A random value that a browser must sign with a passkey. Its row is deleted when it is used. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge in base64url */
  challenge_hash: Uint8Array
  /** what the signature is for (src/users/passkeys/challenge.ts) */
  purpose: string
  /** null for a sign-in, before which the user is unknown */
  user_id: number | null
  expires_at: string
}

/** A link with which a user gets access without any credential. `dogear user recover` creates it. */
export interface RecoveryLinkTable {
  user_id: number
  /** SHA-256 of the secret in the link */
  secret_hash: Uint8Array
  expires_at: string
}
