import type { Selectable } from 'kysely'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import type { Db, Tx } from '../db/schema.ts'
import type { OauthClientTable } from '../db/tables/oauth-tables.ts'
import { CLIENT_GRANTS, type OauthClient } from './client.ts'

export interface StoredClient {
  readonly client: OauthClient
  readonly secretSealed: Uint8Array
}

interface ClientRow {
  readonly ownerId: UserId
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly randomId: string
  readonly secretHash: Uint8Array
  readonly secretSealed: Uint8Array
  readonly hasCompleteAnswers: boolean
  readonly now: string
}

export async function insertClient(tx: Tx, row: ClientRow): Promise<OauthClient> {
  const inserted = await tx
    .insertInto('oauth_client')
    .values({
      user_id: row.ownerId,
      random_id: row.randomId,
      secret_hash: row.secretHash,
      secret_sealed: row.secretSealed,
      name: row.name,
      redirect_uris: JSON.stringify(row.redirectUris),
      grants: JSON.stringify(CLIENT_GRANTS),
      created_at: row.now,
      has_complete_answers: row.hasCompleteAnswers ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toClient(inserted)
}

/** @returns the clients that the owner has created, oldest first */
export async function listClients(db: Db, owner: UserId): Promise<StoredClient[]> {
  const rows = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('user_id', '=', owner)
    .where('app_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ client: toClient(row), secretSealed: row.secret_sealed }))
}

export async function findClient(db: Db, owner: UserId, id: ClientId): Promise<StoredClient | undefined> {
  const row = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('app_id', 'is', null)
    .executeTakeFirst()
  return row && { client: toClient(row), secretSealed: row.secret_sealed }
}

/**
 * Minimum time in milliseconds between two updates of `last_used_at`. All users of a client share one row, which would
 * otherwise be written too often.
 */
const MARK_AFTER_MS = 3_600_000

/** Records the time at which a client received a token, at most once an hour. */
export async function markClientUsed(tx: Tx, id: ClientId, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MARK_AFTER_MS).toISOString()
  await tx
    .updateTable('oauth_client')
    .set({ last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', before)]))
    .execute()
}

/**
 * Sets whether a client receives complete answers (see `OauthClient`). The change applies from the client's next
 * request on.
 * @returns true if the owner has such a client
 */
export async function setCompleteAnswers(
  tx: Tx,
  owner: UserId,
  id: ClientId,
  hasCompleteAnswers: boolean,
): Promise<boolean> {
  const changed = await tx
    .updateTable('oauth_client')
    .set({ has_complete_answers: hasCompleteAnswers ? 1 : 0 })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('app_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Deletes the client and its tokens.
 * @returns true if the owner had such a client
 */
export async function deleteClient(tx: Tx, owner: UserId, id: ClientId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('oauth_client')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('app_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

function toClient(row: Selectable<OauthClientTable>): OauthClient {
  return {
    id: row.id as ClientId,
    ownerId: row.user_id as UserId,
    publicId: `${row.id}_${row.random_id}`,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grants: JSON.parse(row.grants) as string[],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    hasCompleteAnswers: row.has_complete_answers === 1,
  }
}
