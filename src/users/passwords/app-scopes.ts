/**
 * What an app with an app password may do:
 * - `read`: read the library and the settings
 * - `save`: save pages and files. The response contains the saved entry, so a page that is saved already can be read.
 * - `write`: change and delete everything else
 */
export const APP_SCOPES = ['read', 'save', 'write'] as const

/**
 * Scopes that open one interface and nothing else, for keys that a device stores or sends in a weak form, or that
 * are part of an address:
 * - `opds`: list the articles and download them as books (docs/apps/opds.md), which `read` includes
 * - `kosync`: the reading positions of KOReader (docs/apps/koreader.md)
 * - `kobo`: the articles of a Kobo e-reader, and their states (docs/apps/kobo.md)
 */
const INTERFACE_SCOPES = ['opds', 'kosync', 'kobo'] as const

/** A scope of one interface. Apps cannot request it; only an app password can have it. */
type InterfaceScope = (typeof INTERFACE_SCOPES)[number]

export type AppScope = (typeof APP_SCOPES)[number] | InterfaceScope

const ALL_SCOPES: readonly AppScope[] = [...APP_SCOPES, ...INTERFACE_SCOPES]

/** @returns the scopes in a database row; null in the row stands for all that apps can request */
export function readScopes(stored: string | null): readonly AppScope[] {
  if (stored === null) return APP_SCOPES
  const names = stored.split(' ')
  return ALL_SCOPES.filter((scope) => names.includes(scope))
}

/** @returns the scopes for a database row: their names separated by spaces (RFC 6749, section 3.3), or null for `APP_SCOPES` */
export function storedScopes(scopes: readonly AppScope[]): string | null {
  return scopes.length === APP_SCOPES.length && APP_SCOPES.every((scope) => scopes.includes(scope))
    ? null
    : scopes.join(' ')
}

/** @returns true if a key with these scopes allows what `wanted` stands for */
export function includesScope(scopes: readonly AppScope[], wanted: AppScope): boolean {
  return scopes.includes(wanted) || (wanted === 'opds' && scopes.includes('read'))
}
