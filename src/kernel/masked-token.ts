import { randomBytes } from 'node:crypto'

/** Length in bytes of a token from `randomToken`. */
const LENGTH = 32

/**
 * Combines a token with a random mask, so that it looks different in each response. Otherwise, the length of a
 * compressed page would reveal the token (the BREACH attack, https://breachattack.com). Django uses the same method.
 * @param token a token from `randomToken`
 * @returns the mask followed by the masked token, as 86 letters, digits, `-` and `_`
 */
export function maskToken(token: string): string {
  const plain = Buffer.from(token, 'base64url')
  const mask = randomBytes(plain.length)
  return Buffer.concat([mask, plain.map((byte, index) => byte ^ mask[index]!)]).toString('base64url')
}

/** @returns the token in a text made by `maskToken`; any other text is returned as it is */
export function unmaskToken(text: string): string {
  if (!/^[\w-]{86}$/.test(text)) return text
  const bytes = Buffer.from(text, 'base64url')
  const mask = bytes.subarray(0, LENGTH)
  return Buffer.from(bytes.subarray(LENGTH).map((byte, index) => byte ^ mask[index]!)).toString('base64url')
}
