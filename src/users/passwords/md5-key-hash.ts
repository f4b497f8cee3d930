import { hash } from 'node:crypto'
import { hashToken } from '../../kernel/random-token.ts'

/**
 * @returns the hash of a key that an app computes with MD5 from an app password. Only the hash is stored
 *   (docs/adr/0045-keys-for-fever.md, docs/adr/0046-kosync.md).
 */
export function md5KeyHash(text: string): Uint8Array {
  return hashToken(hash('md5', text))
}
