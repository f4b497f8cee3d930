/**
 * What an app may do:
 * - `read`: read the library and the settings
 * - `save`: save pages and files. The response contains the saved entry, so a page that is saved already can be read.
 * - `write`: change and delete everything else
 */
export const APP_SCOPES = ['read', 'save', 'write'] as const

/**
 * What an app password may allow beyond these scopes, for devices that store it unencrypted:
 * - `opds`: list the articles and download them as books, which `read` includes
 */
const DEVICE_SCOPES = ['opds'] as const

const ALL_SCOPES = [...APP_SCOPES, ...DEVICE_SCOPES]

export type AppScope = (typeof ALL_SCOPES)[number]

/** @returns the scopes in a database row; null in the row stands for all of them */
export function readScopes(stored: string | null): readonly AppScope[] {
  if (stored === null) return ALL_SCOPES
  const names = stored.split(' ')
  return ALL_SCOPES.filter((scope) => names.includes(scope))
}

/** @returns the scopes for a database row: their names separated by spaces (RFC 6749, section 3.3), or null for all */
export function storedScopes(scopes: readonly AppScope[]): string | null {
  return APP_SCOPES.every((scope) => scopes.includes(scope)) ? null : scopes.join(' ')
}

/** @returns true if a key with these scopes allows what `wanted` stands for */
export function includesScope(scopes: readonly AppScope[], wanted: AppScope): boolean {
  return scopes.includes(wanted) || (wanted === 'opds' && scopes.includes('read'))
}
