import type { User } from '../users/user.ts'

export const USER_COLUMNS = ['id', 'username', 'role', 'state', 'created', 'email'].join('\t')

/** @returns a user as one line with columns separated by tabs. No value can contain a tab. */
export function userLine({ id, username, email, isAdmin, isEnabled, createdAt }: User): string {
  const role = isAdmin ? 'admin' : 'user'
  const state = isEnabled ? 'enabled' : 'disabled'
  return [id, username, role, state, createdAt, email].join('\t')
}
