import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { advanceRevision } from '../revision.ts'
import { APP_SCOPES, readScopes, storedScopes, type AppScope } from './app-scopes.ts'
import { hashTypedCode, newTypedCode, readTypedCode } from '../second-factor/typed-code.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'

/**
 * Length of an app password in characters. Each character has 5 random bits. A password of 100 random bits cannot be
 * guessed, so it needs neither a slow hash nor a limit on attempts.
 */
const PASSWORD_CHARACTERS = 20
const MAX_PASSWORDS = 50
const MAX_NAME = 100

export interface AppPassword {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly scopes: readonly AppScope[]
  /** null if it does not expire */
  readonly expiresAt: string | null
}

/** The name and the limits of a new app password. */
interface NewAppPassword {
  readonly name: string
  /** by default all */
  readonly scopes?: readonly AppScope[]
  /** number of days until it expires; absent if it does not expire */
  readonly days?: number | undefined
}

/** @returns the owner's app passwords, newest first */
export async function listAppPasswords(db: Db, owner: UserId): Promise<AppPassword[]> {
  const rows = await db
    .selectFrom('app_password')
    .select(['id', 'name', 'created_at', 'last_used_at', 'scopes', 'expires_at'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    scopes: readScopes(row.scopes),
    expiresAt: row.expires_at,
  }))
}

/**
 * Creates a password for one app. With it, the app can request tokens even if the account requires a second factor. The
 * tokens have the scopes of the password, and do not outlive it.
 * @returns the password, which cannot be shown again because only its hash is stored
 * @throws AppError `invalid_input` for an empty name or more than 50 passwords; `details.field` is `name`
 */
export async function createAppPassword(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  owner: UserId,
  { name, scopes = APP_SCOPES, days }: NewAppPassword,
): Promise<string> {
  const label = cutText(storableText(name).trim(), MAX_NAME)
  if (label === '') throw new AppError('invalid_input', 'a name is required', { details: { field: 'name' } })
  const password = newTypedCode(PASSWORD_CHARACTERS)
  const secret_hash = hashTypedCode(owner, readTypedCode(password, PASSWORD_CHARACTERS)!)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if ((await listAppPasswords(tx, owner)).length >= MAX_PASSWORDS) {
      throw new AppError('invalid_input', `an account can have at most ${MAX_PASSWORDS} app passwords`, {
        details: { field: 'name' },
      })
    }
    const now = clock.now()
    const expires_at = days === undefined ? null : new Date(now.getTime() + days * 86_400_000).toISOString()
    const limits = { scopes: storedScopes(scopes), expires_at }
    const values = { user_id: owner, name: label, secret_hash, created_at: now.toISOString(), ...limits }
    await tx.insertInto('app_password').values(values).execute()
  })
  return password
}

/** An app password that has not expired. */
export type ValidAppPassword = Pick<AppPassword, 'id' | 'scopes' | 'expiresAt'>

/**
 * @param password the password as received from the app
 * @returns the owner's matching app password; undefined if none matches, or if it has expired
 */
export async function findAppPassword(
  db: Db,
  owner: UserId,
  { password, now }: { readonly password: string; readonly now: Date },
): Promise<ValidAppPassword | undefined> {
  const bare = readTypedCode(password, PASSWORD_CHARACTERS)
  if (bare === undefined) return undefined
  const row = await db
    .selectFrom('app_password')
    .select(['id', 'scopes', 'expires_at'])
    .where('user_id', '=', owner)
    .where('secret_hash', '=', hashTypedCode(owner, bare))
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && row.expires_at <= now.toISOString())) return undefined
  return { id: Number(row.id), scopes: readScopes(row.scopes), expiresAt: row.expires_at }
}

/**
 * Records the use of an app password.
 * @returns false if the owner has deleted the password in the meantime
 */
export async function markAppPasswordUsed(tx: OwnerTx, owner: UserId, id: number, now: string): Promise<boolean> {
  const row = await tx
    .updateTable('app_password')
    .set({ last_used_at: now })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes an app password and revokes all tokens that were issued for it.
 * @throws AppError `not_found` if the owner has no such app password
 */
export async function deleteAppPassword(
  { database }: { readonly database: Database },
  owner: UserId,
  id: number,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    const deleted = await tx
      .deleteFrom('app_password')
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound('app password')
    const family = `${familyMark(id)}%`
    await tx.deleteFrom('access_token').where('user_id', '=', owner).where('family_id', 'like', family).execute()
    await tx.deleteFrom('refresh_token').where('user_id', '=', owner).where('family_id', 'like', family).execute()
  })
}

/**
 * @returns the start of `family_id` for tokens that were issued for an app password. For all other tokens, `family_id`
 *   contains no dot.
 */
export function familyMark(id: number): string {
  return `app${id}.`
}
