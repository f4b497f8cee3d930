import { randomBytes } from 'node:crypto'
import { hashToken } from '../../kernel/random-token.ts'

/** Letters and digits that are not easily confused (Crockford's base 32). Each stands for five bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP_CHARACTERS = 4

/**
 * @param length number of random characters, a multiple of four
 * @returns a random code for typing, in groups of four: `k3f9-x0pm-…`
 */
export function newTypedCode(length: number): string {
  let text = ''
  // 256 is a multiple of 32, so all characters are equally likely.
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length]
  return text.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g'))!.join('-')
}

/**
 * @param text the code as the user typed it; letter case, hyphens and white space are ignored
 * @returns the code without hyphens, in lower case; undefined if the text is not a code of this length
 */
export function readTypedCode(text: string, length: number): string | undefined {
  if (text.length > 3 * length) return undefined
  const bare = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return bare.length === length && [...bare].every((letter) => ALPHABET.includes(letter)) ? bare : undefined
}

/**
 * @returns the hash of a code, which is stored instead of the code. SHA-256 is sufficient, because codes are random.
 *   The hash includes the owner's id, so equal codes of different owners have different hashes.
 */
export function hashTypedCode(owner: number, bare: string): Uint8Array {
  return hashToken(`${owner}:${bare}`)
}
