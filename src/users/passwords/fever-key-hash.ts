import { createHash } from 'node:crypto'
import { hashToken } from '../../kernel/random-token.ts'

/**
 * @returns the hash of the key that apps for Fever compute from a username and an app password. Only the hash is stored
 *   (docs/adr/0045-keys-for-fever.md).
 */
export function feverKeyHash(username: string, password: string): Uint8Array {
  return hashToken(createHash('md5').update(`${username}:${password}`).digest('hex'))
}
