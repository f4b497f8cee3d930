import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken } from '../../kernel/random-token.ts'
import { findUser } from '../user.repository.ts'
import { recordUse, validAppPassword, type KeyHolder } from './app-password.ts'

/** The columns with hashes of keys that apps compute from an app password (docs/adr/0045-keys-for-fever.md). */
type KeyColumn = 'fever_key_hash' | 'kosync_key_hash'

/**
 * Finds the user of a key that an app computed from an app password with MD5, and records its use.
 * @param key 32 hexadecimal digits
 * @returns undefined for a text that is no key of a valid app password
 */
export async function useMd5Key(
  deps: { readonly database: Database; readonly clock: Clock },
  column: KeyColumn,
  key: string,
): Promise<KeyHolder | undefined> {
  if (!/^[\da-f]{32}$/i.test(key)) return undefined
  const keyHash = hashToken(key.toLowerCase())
  const now = deps.clock.now()
  const holder = await deps.database.read(async (db) => {
    const row = await db
      .selectFrom('app_password')
      .select(['id', 'user_id', 'scopes', 'expires_at', 'last_used_at'])
      .where(column, '=', keyHash)
      .executeTakeFirst()
    const appPassword = row && validAppPassword(row, now)
    const user = appPassword && (await findUser(db, Number(row.user_id) as UserId))
    return user?.isEnabled && appPassword ? { user, appPassword } : undefined
  })
  return holder && recordUse(deps, holder, now)
}
