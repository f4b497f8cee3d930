import { Secret, TOTP } from 'otpauth'
/** Parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/**
 * The clock of a phone may be wrong, so codes of one time step before and after the current one are accepted (RFC 6238,
 * 5.2).
 */
const TOLERATED_STEPS = 1

/** @returns a new secret of 160 random bits (RFC 4226, section 4), in base 32 so that users can type it into an app */
export async function newTotpSecret(): Promise<string> {
  return new Secret({ size: 20 }).base32
}

/** @returns the URL in the QR code for authenticator apps (https://github.com/google/google-authenticator/wiki) */
export async function totpAddress(secret: string, account: string, issuer: string): Promise<string> {
  return new TOTP({ ...TOTP_PARAMETERS, secret, label: account, issuer }).toString()
}

/**
 * @param secret secret in base 32
 * @param code the code as the user typed it
 * @returns the time step of the code; undefined if the code is not valid around `now`
 */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.getTime()
  const given = { ...TOTP_PARAMETERS, secret: Secret.fromBase32(secret), token, timestamp, window: TOLERATED_STEPS }
  const delta = TOTP.validate(given)
  return delta === null ? undefined : TOTP.counter({ period: TOTP_PARAMETERS.period, timestamp }) + delta
}
