import type { UserId } from '../kernel/brand.ts'
import { deriveKey, seal, unseal } from '../kernel/seal.ts'

/** Of whom and for which host; a row that is copied to another user or host does not open. */
export interface CredentialPlace {
  readonly owner: UserId
  readonly host: string
}

type Part = 'username' | 'password'

/** Seals names and passwords of users at sites, and opens them. */
export interface CredentialSeal {
  seal(place: CredentialPlace, part: Part, plain: string): Uint8Array
  /** @returns undefined where the key, the place or the part is another, or the bytes were changed */
  open(place: CredentialPlace, part: Part, sealed: Uint8Array): string | undefined
}

/** @param instanceKey from which the key for this purpose alone is derived */
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
