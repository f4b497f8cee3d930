import { randomBytes } from 'node:crypto'
import { hashToken } from '../../kernel/random-token.ts'

/** Letters and digits that cannot be confused (Crockford's base 32), five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 4

/**
 * @param length in characters, a multiple of four
 * @returns random characters for typing, in groups: `k3f9-x0pm-…`
 */
export function newTypedCode(length: number): string {
  let text = ''
  // 256 is a multiple of 32, so every character is equally likely.
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length]
  return text.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
}

/**
 * @param text as typed: in any case, with or without hyphens and blanks
 * @returns the bare characters, or undefined when the text is not a code of this length
 */
export function readTypedCode(text: string, length: number): string | undefined {
  if (text.length > 3 * length) return undefined
  const bare = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return bare.length === length && [...bare].every((letter) => ALPHABET.includes(letter)) ? bare : undefined
}

/**
 * @returns the stored form of a code: SHA-256 suffices for random codes; the owner's id makes it differ for each owner
 */
export function hashTypedCode(owner: number, bare: string): Uint8Array {
  return hashToken(`${owner}:${bare}`)
}
