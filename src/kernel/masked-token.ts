import { randomBytes } from 'node:crypto'

/** Length in bytes of a token from `randomToken`. */
const TOKEN_BYTES = 32

/**
 * Combines a token with a random mask, so that it looks different in each response. Otherwise, attackers could find out
 * the token from the length of compressed pages (the BREACH attack, https://breachattack.com). Django uses the same
 * method.
 * @param token a token from `randomToken`
 * @returns the mask and the masked token, as 86 letters, digits, `-` and `_`
 */
export function maskToken(token: string): string {
  const plain = Buffer.from(token, 'base64url')
  const mask = randomBytes(plain.length)
  return Buffer.concat([mask, plain.map((byte, index) => byte ^ mask[index]!)]).toString('base64url')
}

/** @returns the token from a text that `maskToken` made; any other text is returned unchanged */
export function unmaskToken(text: string): string {
  if (!/^[\w-]{86}$/.test(text)) return text
  const bytes = Buffer.from(text, 'base64url')
  const mask = bytes.subarray(0, TOKEN_BYTES)
  return Buffer.from(bytes.subarray(TOKEN_BYTES).map((byte, index) => byte ^ mask[index]!)).toString('base64url')
}
