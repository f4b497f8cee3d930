import type { UserId } from '../kernel/branded-ids.ts'
import { deriveKey, seal, unseal } from '../kernel/seal.ts'

/**
 * The owner and the host of a credential. Both are authenticated by the encryption, so a value that was copied to the
 * row of another user or host cannot be decrypted.
 */
interface CredentialKey {
  readonly owner: UserId
  readonly host: string
}

type Part = 'username' | 'password'

/** Encrypts and decrypts the usernames and passwords that users have entered for sites. */
interface CredentialSeal {
  seal(credential: CredentialKey, part: Part, plain: string): Uint8Array
  /**
   * @returns the plain text; undefined if the bytes were changed, or were encrypted with another key or for another
   *   credential or part
   */
  open(credential: CredentialKey, part: Part, sealed: Uint8Array): string | undefined
}

/** @param instanceKey key of this installation; the key for credentials is derived from it */
export function credentialSeal(instanceKey: Uint8Array): CredentialSeal {
  const key = deriveKey(instanceKey, 'site credentials')
  return {
    seal: (credential, part, plain) => seal(key, plain, contextOf(credential, part)),
    open: (credential, part, sealed) => unseal(key, sealed, contextOf(credential, part)),
  }
}

function contextOf({ owner, host }: CredentialKey, part: Part): string {
  return JSON.stringify(['site credential', owner, host, part])
}
