import { Secret, TOTP } from 'otpauth'
/** What every authenticator app knows: RFC 6238 with SHA-1, six digits, and a new code every 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after now whose codes are good as well, for clocks that are not right (RFC 6238, 5.2). */
const WINDOW = 1

/** @returns a new secret of 160 random bits (RFC 4226, section 4) in base 32, as people type it into their app */
export async function newTotpSecret(): Promise<string> {
  return new Secret({ size: 20 }).base32
}

/** @returns what an authenticator app reads from a QR code (https://github.com/google/google-authenticator/wiki) */
export async function totpAddress(secret: string, account: string, issuer: string): Promise<string> {
  return new TOTP({ ...SHAPE, secret, label: account, issuer }).toString()
}

/**
 * @param secret in base 32
 * @param code as it was typed
 * @returns the step of time that the code belongs to, or undefined when it belongs to none around `now`
 */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.getTime()
  const given = { ...SHAPE, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW }
  const delta = TOTP.validate(given)
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta
}
