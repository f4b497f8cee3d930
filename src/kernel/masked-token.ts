import { randomBytes } from 'node:crypto'

/** Length in bytes of a token made by `randomToken`. */
const LENGTH = 32

/**
 * Writes a token differently each time, so that pages that contain it can be compressed: their length reveals nothing
 * about it (BREACH, https://breachattack.com; same method as Django's).
 * @param token made by `randomToken`
 * @returns the mask and the masked token, in 86 letters, digits, `-` and `_`
 */
export function maskToken(token: string): string {
  const plain = Buffer.from(token, 'base64url')
  const mask = randomBytes(plain.length)
  return Buffer.concat([mask, plain.map((byte, index) => byte ^ mask[index]!)]).toString('base64url')
}

/** @returns the token inside a text made by `maskToken`; any other text unchanged */
export function unmaskToken(text: string): string {
  if (!/^[\w-]{86}$/.test(text)) return text
  const bytes = Buffer.from(text, 'base64url')
  const mask = bytes.subarray(0, LENGTH)
  return Buffer.from(bytes.subarray(LENGTH).map((byte, index) => byte ^ mask[index]!)).toString('base64url')
}
