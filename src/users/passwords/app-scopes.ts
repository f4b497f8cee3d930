/**
 * What an app with an app password may do:
 * - `read`: read the library and the settings
 * - `save`: save pages and files. The response contains the saved entry, so a page that is saved already can be read.
 * - `write`: change and delete everything else
 */
export const APP_SCOPES = ['read', 'save', 'write'] as const

export type AppScope = (typeof APP_SCOPES)[number]

/** @returns the scopes in a database row; null in the row stands for all of them */
export function readScopes(stored: string | null): readonly AppScope[] {
  if (stored === null) return APP_SCOPES
  const names = stored.split(' ')
  return APP_SCOPES.filter((scope) => names.includes(scope))
}

/** @returns the scopes for a database row: their names separated by spaces (RFC 6749, section 3.3), or null for all */
export function storedScopes(scopes: readonly AppScope[]): string | null {
  return APP_SCOPES.every((scope) => scopes.includes(scope)) ? null : scopes.join(' ')
}
