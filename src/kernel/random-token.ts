import { hash, randomBytes } from 'node:crypto'

/** @returns 256 random bits from the operating system, as 43 base64url characters */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'

/** @returns `length` random characters from 0 to 9 and a to z, each with the same probability */
export function randomBase36(length: number): string {
  return randomLetters(BASE36, length)
}

/** @returns `length` random characters of an alphabet of at most 256, each with the same probability */
export function randomLetters(alphabet: string, length: number): string {
  // Larger bytes are skipped, because they would make the first characters more probable than the others.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}

/**
 * @returns a token that starts with the id of its owner, so that only the owner's tokens must be searched: `<user id in
 *   base 36>_<random>`. It contains only letters, digits, `-` and `_`, because some clients do not percent-encode it.
 */
export function ownedToken(userId: number): string {
  return `${userId.toString(36)}_${randomToken()}`
}

/** @returns the id of the token's owner; undefined if the text does not look like a token from `ownedToken` */
export function ownerOfToken(token: string): number | undefined {
  const match = /^([0-9a-z]{1,10})_[A-Za-z0-9_-]{43}$/.exec(token)
  return match ? Number.parseInt(match[1]!, 36) : undefined
}

/**
 * @returns the SHA-256 hash of a random token, which is stored instead of the token. A slow hash is not needed, because
 *   256 random bits cannot be guessed.
 */
export function hashToken(token: string): Uint8Array {
  return hash('sha256', token, 'buffer')
}
