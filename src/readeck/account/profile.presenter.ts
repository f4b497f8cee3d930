import type { AppScope } from '../../users/passwords/app-scopes.ts'
import type { User } from '../../users/user.ts'
import type { Key } from './key.ts'
import { readeckScopes } from './scopes.ts'

export interface ProfileDeps {
  readonly findUser: (id: User['id']) => Promise<User | undefined>
}

/** What each scope allows, in the terms of Readeck's API. */
const PERMISSIONS: Readonly<Partial<Record<AppScope, readonly string[]>>> = {
  read: ['api:bookmarks:collections:read', 'api:bookmarks:export', 'api:bookmarks:read', 'api:profile:read'],
  save: ['api:bookmarks:write'],
  write: ['api:bookmarks:collections:write', 'api:bookmarks:write'],
}

/** The settings of Readeck's own pages, which some apps read. */
const SETTINGS = {
  debug_info: false,
  lang: '',
  addon_reminder: false,
  email_settings: { reply_to: '', epub_to: '' },
  reader_settings: { width: 0, font: '', font_size: 3, line_height: 3, justify: 0, hyphenation: 0 },
}

/** @returns the user of a key, and what the key allows */
export async function presentProfile({ findUser }: ProfileDeps, key: Key) {
  const permissions = [...new Set(key.scopes.flatMap((scope) => PERMISSIONS[scope] ?? []))].toSorted()
  const provider = {
    name: 'bearer token',
    id: key.keyId,
    application: key.isToken ? 'app' : 'app password',
    roles: readeckScopes(key.scopes),
    permissions,
  }
  if (!key.scopes.includes('read')) return { provider, user: { username: key.username } }
  const created = (await findUser(key.id))?.createdAt ?? ''
  const { username, email } = key
  return { provider, user: { username, email, created, updated: created, settings: SETTINGS } }
}
