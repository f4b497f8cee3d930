import type { UserId } from '../kernel/brand.ts'
import { deriveKey, seal, unseal } from '../kernel/seal.ts'

/** The owner and host of a credential; a row copied to another user or host cannot be decrypted. */
export interface CredentialPlace {
  readonly owner: UserId
  readonly host: string
}

type Part = 'username' | 'password'

/** Encrypts and decrypts users' names and passwords for sites. */
export interface CredentialSeal {
  seal(place: CredentialPlace, part: Part, plain: string): Uint8Array
  /** @returns undefined when the key, the place or the part differs, or the bytes were changed */
  open(place: CredentialPlace, part: Part, sealed: Uint8Array): string | undefined
}

/** @param instanceKey the key for this purpose is derived from it */
export function credentialSeal(instanceKey: Uint8Array): CredentialSeal {
  const key = deriveKey(instanceKey, 'site credentials')
  return {
    seal: (place, part, plain) => seal(key, plain, placeOf(place, part)),
    open: (place, part, sealed) => unseal(key, sealed, placeOf(place, part)),
  }
}

function placeOf({ owner, host }: CredentialPlace, part: Part): string {
  return JSON.stringify(['site credential', owner, host, part])
}
