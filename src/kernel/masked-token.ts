import { randomBytes } from 'node:crypto'

/** Bytes of a token of `randomToken`. */
const LENGTH = 32

/**
 * Writes a token another way each time, so that pages which hold it can be compressed: its length says nothing about it
 * (BREACH, https://breachattack.com; the same way as Django's).
 * @param token of `randomToken`
 * @returns the mask and the token under it, in 86 letters, digits, `-` and `_`
 */
export function maskToken(token: string): string {
  const plain = Buffer.from(token, 'base64url')
  const mask = randomBytes(plain.length)
  return Buffer.concat([mask, plain.map((byte, index) => byte ^ mask[index]!)]).toString('base64url')
}

/** @returns the token of what `maskToken` wrote; anything else comes back as it is */
export function unmaskToken(text: string): string {
  if (!/^[\w-]{86}$/.test(text)) return text
  const bytes = Buffer.from(text, 'base64url')
  const mask = bytes.subarray(0, LENGTH)
  return Buffer.from(bytes.subarray(LENGTH).map((byte, index) => byte ^ mask[index]!)).toString('base64url')
}
