import type { Settings } from './settings.ts'

/** @returns the problems of settings that need others, each as a sentence that starts with the name of a setting */
export function missingSettings(settings: Settings): string[] {
  const { DOGEAR_OIDC_ISSUER: issuer, DOGEAR_OIDC_CLIENT_ID: clientId } = settings
  return [
    ...(issuer !== '' && clientId === '' ? ['DOGEAR_OIDC_CLIENT_ID must be set together with DOGEAR_OIDC_ISSUER'] : []),
    ...(issuer === '' && settings.DOGEAR_OIDC_ONLY ? ['DOGEAR_OIDC_ONLY needs DOGEAR_OIDC_ISSUER'] : []),
  ]
}
