import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** @returns a 32-byte key for one `purpose`, derived from `secret` (HKDF with SHA-256, RFC 5869) */
export function deriveKey(secret: string | Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `dogear ${purpose}`, 32))
}

/**
 * Encrypts and authenticates text with AES-256-GCM.
 * @param context the place where the bytes are stored, such as a row and a column. `unseal` needs the same place, so
 *   bytes that were copied to another place cannot be decrypted.
 * @returns nonce, authentication tag and cipher text, concatenated
 */
export function seal(key: Uint8Array, plain: string, context = ''): Uint8Array {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @returns the plain text; undefined if the bytes were changed, or sealed with another key or for another place */
export function unseal(key: Uint8Array, sealed: Uint8Array, context = ''): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    return decipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
