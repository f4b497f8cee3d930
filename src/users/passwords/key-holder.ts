import type { Database, SqlValue } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken } from '../../kernel/random-token.ts'
import { isUnavailable } from '../../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'
import { hashTypedCode } from '../second-factor/typed-code.ts'
import { markAppPasswordUsed, readKey, type AppPassword } from './app-password.ts'
import { readScopes } from './app-scopes.ts'

/** The user of a key, with the user's current revision, and the app password that the key is. */
export interface KeyHolder {
  readonly user: {
    readonly id: UserId
    readonly username: string
    readonly email: string
    /** display name; null if there is none */
    readonly name: string | null
    readonly isAdmin: boolean
    readonly revision: number
  }
  readonly appPassword: Pick<AppPassword, 'id' | 'scopes' | 'lastUsedAt'>
}

interface UseKeyDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The columns with hashes of keys that apps compute from an app password (docs/adr/0045-keys-for-fever.md). */
type KeyColumn = 'fever_key_hash' | 'kosync_key_hash'

/** @returns a statement that finds everything about a key at once, because interfaces do so with each request */
const findBy = (condition: string): string => `
  select users.id, users.username, users.email, users.name, users.is_admin, user_revision.revision,
    app_password.id as key_id, app_password.scopes, app_password.expires_at, app_password.last_used_at
  from app_password
  join users on users.id = app_password.user_id
  join user_revision on user_revision.user_id = app_password.user_id
  where ${condition} and users.is_enabled = 1`

const BY_SECRET = findBy('app_password.user_id = $1 and app_password.secret_hash = $2')
const BY_MD5: Readonly<Record<KeyColumn, string>> = {
  fever_key_hash: findBy('app_password.fever_key_hash = $1'),
  kosync_key_hash: findBy('app_password.kosync_key_hash = $1'),
}

/** A recorded use is recorded again only after this time, so that reading does not write to the database each time. */
const USE_MS = 600_000

/**
 * Finds the user of an app password that is sent without a username, and records its use.
 * @returns undefined for a text that is no valid app password with the id of its owner
 */
export async function useKey(deps: UseKeyDeps, text: string): Promise<KeyHolder | undefined> {
  const key = readKey(text)
  if (key?.owner === undefined) return undefined
  return useFound(deps, BY_SECRET, [key.owner, hashTypedCode(key.owner, key.bare)])
}

/**
 * Finds the user of a key that an app computed from an app password with MD5, and records its use.
 * @param key 32 hexadecimal digits
 * @returns undefined for a text that is no key of a valid app password
 */
export async function useMd5Key(deps: UseKeyDeps, column: KeyColumn, key: string): Promise<KeyHolder | undefined> {
  if (!/^[\da-f]{32}$/i.test(key)) return undefined
  return useFound(deps, BY_MD5[column], [hashToken(key.toLowerCase())])
}

interface KeyRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly is_admin: number
  readonly revision: number
  readonly key_id: number | string
  readonly scopes: string | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

const statementsOf = new WeakMap<Database, StatementCache>()

async function useFound(
  deps: UseKeyDeps,
  sql: string,
  parameters: readonly SqlValue[],
): Promise<KeyHolder | undefined> {
  const { database, clock } = deps
  const statements = statementsOf.getOrInsertComputed(database, () => new StatementCache(database))
  const [row] = await statements.all<KeyRow>(sql, parameters)
  const now = clock.now()
  if (!row || (row.expires_at !== null && row.expires_at <= now.toISOString())) return undefined
  const { id, username, email, name, revision } = row
  const user = { id: Number(id) as UserId, username, email, name, isAdmin: row.is_admin === 1, revision }
  const appPassword = { id: Number(row.key_id), scopes: readScopes(row.scopes), lastUsedAt: row.last_used_at }
  return (await isUseRecorded(database, { user, appPassword }, now)) ? { user, appPassword } : undefined
}

/**
 * @returns false if the owner has deleted the password in the meantime. While the database cannot be written to, the use is not
 *   recorded.
 */
async function isUseRecorded(database: Database, { user, appPassword }: KeyHolder, now: Date): Promise<boolean> {
  const { id, lastUsedAt } = appPassword
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < USE_MS) return true
  const record = (tx: OwnerTx) => markAppPasswordUsed(tx, user.id, id, now.toISOString())
  return ownerTransaction(database, user.id, record).catch((error: unknown) => {
    if (isUnavailable(error)) return true
    throw error
  })
}
