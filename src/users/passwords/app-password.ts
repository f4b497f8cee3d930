import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { AppPasswordTable } from '../../db/tables/sign-in-tables.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { advanceRevision } from '../revision.ts'
import { APP_SCOPES, readScopes, storedScopes, type AppScope } from './app-scopes.ts'
import { md5KeyHash } from './md5-key-hash.ts'
import { hashTypedCode, newTypedCode, readTypedCode } from '../second-factor/typed-code.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'
import { findUser } from '../user.repository.ts'

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
  /** stores what belongs to the password with this id, in the same transaction */
  readonly storeMore?: (tx: OwnerTx, id: number) => Promise<unknown>
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
 * @returns the password, which cannot be shown again because only its hash is stored. It begins with the id of its owner,
 *   so that interfaces without a username accept it as a key.
 * @throws AppError `invalid_input` for an empty name or more than 50 passwords; `details.field` is `name`
 */
export async function createAppPassword(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  owner: UserId,
  { name, scopes = APP_SCOPES, days, storeMore }: NewAppPassword,
): Promise<string> {
  const label = cutText(storableText(name).trim(), MAX_NAME)
  if (label === '') throw new AppError('invalid_input', 'a name is required', { details: { field: 'name' } })
  const password = newTypedCode(PASSWORD_CHARACTERS)
  const key = `${owner}-${password}`
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
    const user = await findUser(tx, owner)
    const keys = {
      fever_key_hash: user ? md5KeyHash(`${user.username}:${key}`) : null,
      kosync_key_hash: scopes.includes('kosync') ? md5KeyHash(key) : null,
    }
    const created_at = now.toISOString()
    const values = { user_id: owner, name: label, secret_hash, ...keys, created_at, ...limits }
    const { id } = await tx.insertInto('app_password').values(values).returning('id').executeTakeFirstOrThrow()
    await storeMore?.(tx, Number(id))
  })
  return key
}

/** An app password that has not expired. */
export type ValidAppPassword = Pick<AppPassword, 'id' | 'scopes' | 'expiresAt' | 'lastUsedAt'>

/**
 * @param password the password as received from the app
 * @returns the owner's matching app password; undefined if none matches, or if it has expired
 */
export async function findAppPassword(
  db: Db,
  owner: UserId,
  { password, now }: { readonly password: string; readonly now: Date },
): Promise<ValidAppPassword | undefined> {
  const key = readKey(password)
  if (key === undefined || (key.owner !== undefined && key.owner !== owner)) return undefined
  const row = await db
    .selectFrom('app_password')
    .select(['id', 'scopes', 'expires_at', 'last_used_at'])
    .where('user_id', '=', owner)
    .where('secret_hash', '=', hashTypedCode(owner, key.bare))
    .executeTakeFirst()
  return row && validAppPassword(row, now)
}

/** @returns the app password in a database row; undefined if it has expired */
function validAppPassword(
  row: Pick<Selectable<AppPasswordTable>, 'id' | 'scopes' | 'expires_at' | 'last_used_at'>,
  now: Date,
): ValidAppPassword | undefined {
  const { scopes, expires_at: expiresAt, last_used_at: lastUsedAt } = row
  if (expiresAt !== null && expiresAt <= now.toISOString()) return undefined
  return { id: Number(row.id), scopes: readScopes(scopes), expiresAt, lastUsedAt }
}

/**
 * Reads an app password, as the user typed it.
 * @returns the password without its owner, hyphens and white space, and the owner if it is named; undefined if the text is
 *   no app password
 */
export function readKey(text: string): { readonly owner: UserId | undefined; readonly bare: string } | undefined {
  if (text.length > 4 * PASSWORD_CHARACTERS) return undefined
  const all = text.replaceAll(/[\s-]/g, '')
  const bare = readTypedCode(all.slice(-PASSWORD_CHARACTERS), PASSWORD_CHARACTERS)
  const named = all.slice(0, -PASSWORD_CHARACTERS)
  if (bare === undefined || !/^\d{0,15}$/.test(named)) return undefined
  return { owner: named === '' ? undefined : (Number(named) as UserId), bare }
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
