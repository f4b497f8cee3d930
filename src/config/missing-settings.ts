import type { Settings } from './settings.ts'

/** @returns the problems of settings that need others, each as a sentence that starts with the name of a setting */
export function missingSettings(settings: Settings): string[] {
  const { DOGEAR_OIDC_ISSUER: issuer, DOGEAR_OIDC_CLIENT_ID: clientId } = settings
  const headers = [
    settings.DOGEAR_AUTH_HEADER_USER,
    settings.DOGEAR_AUTH_HEADER_EMAIL,
    settings.DOGEAR_AUTH_HEADER_GROUPS,
  ].filter((name) => name !== '')
  const isProxied = settings.DOGEAR_AUTH_HEADER_USER !== ''
  return [
    ...databaseProblems(settings),
    ...objectProblems(settings),
    ...(isProxied && settings.DOGEAR_TRUSTED_PROXIES.length === 0
      ? ['DOGEAR_AUTH_HEADER_USER needs DOGEAR_TRUSTED_PROXIES, because anyone could send the header otherwise']
      : []),
    ...(headers.length > 0 && !isProxied
      ? ['DOGEAR_AUTH_HEADER_USER must be set together with the other headers']
      : []),
    ...(new Set(headers).size < headers.length ? ['DOGEAR_AUTH_HEADER_USER and the other headers must differ'] : []),
    ...(issuer !== '' && clientId === '' ? ['DOGEAR_OIDC_CLIENT_ID must be set together with DOGEAR_OIDC_ISSUER'] : []),
    ...(issuer === '' && settings.DOGEAR_OIDC_ONLY ? ['DOGEAR_OIDC_ONLY needs DOGEAR_OIDC_ISSUER'] : []),
  ]
}

function databaseProblems(settings: Settings): string[] {
  const { DATABASE_URL: database, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: standby } = settings
  if (database?.dialect === 'postgres') return []
  return [
    ...(direct
      ? ['DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler, which begins with postgres://']
      : []),
    ...(standby
      ? ['DATABASE_READ_URL needs DATABASE_URL, the address of the primary, which begins with postgres://']
      : []),
  ]
}

function objectProblems(settings: Settings): string[] {
  const { DOGEAR_OBJECTS: bucket, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = settings
  const isComplete = bucket === undefined || (key === '') === (secret === '')
  return isComplete ? [] : ['AWS_ACCESS_KEY_ID must be set together with AWS_SECRET_ACCESS_KEY']
}
