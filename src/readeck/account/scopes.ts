import { OauthError } from '../../oauth/oauth-error.ts'
import type { AppScope } from '../../users/passwords/app-scopes.ts'

/** The scopes of Readeck's API, with the scopes that they stand for. */
const SCOPES: Readonly<Record<string, readonly AppScope[]>> = {
  'bookmarks:read': ['read'],
  'bookmarks:write': ['save', 'write'],
  // There is no scope for the account alone, so the user is asked for reading the library.
  'profile:read': ['read'],
}

/** the names of the scopes of Readeck's API */
export const READECK_SCOPES = Object.keys(SCOPES)

/**
 * @param text names of Readeck's scopes, separated by spaces
 * @throws OauthError `invalid_scope` for a missing or unknown name
 */
export function appScopes(text: string | undefined): readonly AppScope[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '')
  if (names.length === 0) throw new OauthError(400, 'invalid_scope', 'field is required')
  const unknown = names.find((name) => !Object.hasOwn(SCOPES, name))
  if (unknown !== undefined) {
    throw new OauthError(400, 'invalid_scope', `${unknown} is not one of ${READECK_SCOPES.join(', ')}`)
  }
  return [...new Set(names.flatMap((name) => SCOPES[name]!))]
}

/** @returns the names of the scopes of Readeck's API that a key has */
export function readeckScopes(scopes: readonly AppScope[]): string[] {
  return READECK_SCOPES.filter((name) => SCOPES[name]!.some((scope) => scopes.includes(scope)))
}
