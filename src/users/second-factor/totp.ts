import { Secret, TOTP } from 'otpauth'
/**
 * The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, and a new code every 30
 * seconds.
 */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Number of accepted steps before and after the current one, for inaccurate clocks (RFC 6238, 5.2). */
const WINDOW = 1

/** @returns a new secret of 160 random bits (RFC 4226, section 4) in base 32, the form to type into an app */
export async function newTotpSecret(): Promise<string> {
  return new Secret({ size: 20 }).base32
}

/** @returns the address for the QR code of authenticator apps (https://github.com/google/google-authenticator/wiki) */
export async function totpAddress(secret: string, account: string, issuer: string): Promise<string> {
  return new TOTP({ ...SHAPE, secret, label: account, issuer }).toString()
}

/**
 * @param secret in base 32
 * @param code as typed
 * @returns the time step of the code, or undefined when it matches none around `now`
 */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.getTime()
  const given = { ...SHAPE, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW }
  const delta = TOTP.validate(given)
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta
}
