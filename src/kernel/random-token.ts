import { hash, randomBytes } from 'node:crypto'

/** 256 random bits from the operating system, as 43 base64url characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'

/** @returns `length` random characters of `0-9a-z`, each equally likely */
export function randomBase36(length: number): string {
  let text = ''
  while (text.length < length) {
    // 252 is the largest multiple of 36 below 256; larger bytes would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 252 && text.length < length) text += BASE36[byte % 36]
  }
  return text
}

/**
 * A token that contains the id of its owner, for a lookup by owner: `<user id in base 36>_<random>`. It has only
 * letters, digits, `-` and `_`, because some clients send it without percent-encoding.
 */
export function ownedToken(userId: number): string {
  return `${userId.toString(36)}_${randomToken()}`
}

/** @returns the owner's id, or undefined if the text is not an owned token */
export function ownerOfToken(token: string): number | undefined {
  const match = /^([0-9a-z]{1,10})_[A-Za-z0-9_-]{43}$/.exec(token)
  return match ? Number.parseInt(match[1]!, 36) : undefined
}

/** @returns the SHA-256 of a random token, the only stored form of it (256 random bits need no slow hash) */
export function hashToken(token: string): Uint8Array {
  return hash('sha256', token, 'buffer')
}
