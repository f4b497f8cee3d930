import type { Localization } from '../layout/localization.ts'

/** Why the identity provider did not sign in a user. */
export type ProviderFailure =
  | 'provider'
  | 'provider-away'
  | 'provider-disabled'
  | 'provider-group'
  | 'provider-only'
  | 'provider-unknown'

const FAILURES = [
  'credentials',
  'over',
  'passkey',
  'provider',
  'provider-away',
  'provider-disabled',
  'provider-group',
  'provider-only',
  'provider-unknown',
  'proxy-unknown',
] as const

/** @returns why the last sign-in failed, by the reason in a cookie; undefined if it did not fail */
export function failureText(reason: string | undefined, t: Localization['t']): string | undefined {
  const failure = FAILURES.find((one) => one === reason)
  return failure && t(`login.failures.${failure}`)
}
