import type { Selectable } from 'kysely'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import type { Tx } from '../db/schema.ts'
import { deleteUnusedApps } from './apps/registered-app.repository.ts'
import type { RefreshTokenTable } from '../db/tables/oauth-tables.ts'

/** All tokens derived from one sign-in. */
export interface TokenFamily {
  readonly userId: UserId
  readonly clientId: ClientId
  readonly familyId: string
  /** scopes of the app password that was used for signing in, as stored; null for all */
  readonly scopes: string | null
}

interface NewTokens extends TokenFamily {
  readonly accessHash: Uint8Array
  readonly refreshHash: Uint8Array
  readonly now: string
  readonly accessExpiresAt: string
  readonly refreshExpiresAt: string
  readonly familyExpiresAt: string
}

export async function insertTokens(tx: Tx, tokens: NewTokens): Promise<void> {
  const family = {
    user_id: tokens.userId,
    client_id: tokens.clientId,
    family_id: tokens.familyId,
    scopes: tokens.scopes,
    created_at: tokens.now,
  }
  await tx
    .insertInto('access_token')
    .values({ ...family, token_hash: tokens.accessHash, expires_at: tokens.accessExpiresAt })
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({
      ...family,
      token_hash: tokens.refreshHash,
      expires_at: tokens.refreshExpiresAt,
      family_expires_at: tokens.familyExpiresAt,
    })
    .execute()
}

export type RefreshToken = Selectable<RefreshTokenTable>

/**
 * Finds a refresh token and locks its row until the transaction ends. Concurrent uses of the token thus run one after
 * the other.
 */
export async function lockRefreshToken(
  tx: Tx,
  userId: number,
  clientId: ClientId,
  hash: Uint8Array,
): Promise<RefreshToken | undefined> {
  // This update changes nothing, but it locks the row on both databases.
  return tx
    .updateTable('refresh_token')
    .set((set) => ({ client_id: set.ref('client_id') }))
    .where('user_id', '=', userId)
    .where('token_hash', '=', hash)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst()
}

export async function spendRefreshToken(
  tx: Tx,
  token: RefreshToken,
  spent: { readonly now: string; readonly successor: Uint8Array },
): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ spent_at: spent.now, successor: spent.successor })
    .where('user_id', '=', token.user_id)
    .where('token_hash', '=', token.token_hash)
    .execute()
}

/** The family of a token, and its client. */
type FoundFamily = Pick<TokenFamily, 'familyId' | 'clientId'>

/** @returns the family of an access or refresh token, even if the token is spent or expired */
export async function findFamily(tx: Tx, userId: number, hash: Uint8Array): Promise<FoundFamily | undefined> {
  for (const table of ['access_token', 'refresh_token'] as const) {
    const row = await tx
      .selectFrom(table)
      .select(['family_id', 'client_id'])
      .where('user_id', '=', userId)
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (row) return { familyId: row.family_id, clientId: Number(row.client_id) as ClientId }
  }
  return undefined
}

/** Deletes all tokens of the family, including spent ones. */
export async function revokeFamily(tx: Tx, userId: number, familyId: string): Promise<void> {
  await tx.deleteFrom('access_token').where('user_id', '=', userId).where('family_id', '=', familyId).execute()
  await tx.deleteFrom('refresh_token').where('user_id', '=', userId).where('family_id', '=', familyId).execute()
}

/**
 * Deletes expired tokens, sessions, codes and unfinished sign-ins, the records of logout tokens, and the apps that no user has
 * connected. A spent refresh token stays until it expires, so that its reuse can be detected.
 */
export async function deleteExpiredTokens(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('access_token').where('expires_at', '<', now).execute()
  await tx.deleteFrom('refresh_token').where('expires_at', '<', now).execute()
  await tx.deleteFrom('session').where('expires_at', '<', now).execute()
  await tx.deleteFrom('sign_in_step').where('expires_at', '<', now).execute()
  await tx.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
  await tx.deleteFrom('recovery_link').where('expires_at', '<', now).execute()
  await tx.deleteFrom('provider_request').where('expires_at', '<', now).execute()
  await tx.deleteFrom('logout_token').where('expires_at', '<', now).execute()
  await deleteUnusedApps(tx, now)
}
