import { randomBytes } from 'node:crypto'
import { hashToken } from '../../kernel/random-token.ts'

/** Letters and digits that are not easily confused (Crockford's base 32). Each stands for five bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 4

/**
 * @param length number of random characters, a multiple of four
 * @returns a random code for typing, in groups of four: `k3f9-x0pm-…`
 */
export function newTypedCode(length: number): string {
  let text = ''
  // All characters are equally likely, because 256 is a multiple of 32.
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length]
  return text.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
}

/**
 * @param text the code as typed; letter case, hyphens and white space are ignored
 * @returns the code without hyphens, in lower case; undefined if the text is not a code of this length
 */
export function readTypedCode(text: string, length: number): string | undefined {
  if (text.length > 3 * length) return undefined
  const bare = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return bare.length === length && [...bare].every((letter) => ALPHABET.includes(letter)) ? bare : undefined
}

/**
 * @returns the hash of a code, which is stored instead of the code. SHA-256 is sufficient for random codes. The owner's
 *   id is part of the hashed text, so equal codes of different owners have different hashes.
 */
export function hashTypedCode(owner: number, bare: string): Uint8Array {
  return hashToken(`${owner}:${bare}`)
}
