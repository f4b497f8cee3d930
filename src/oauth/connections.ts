import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'

/** A client with valid tokens for a user. Another user may have created it. */
export interface Connection {
  readonly clientId: ClientId
  readonly name: string
  /** number of valid tokens */
  readonly tokens: number
  /**
   * time when the latest token was issued. Clients request a token every hour, so this shows when they last connected.
   */
  readonly lastTokenAt: string
}

/** @returns the clients that can currently access the user's library, the most recently connected first */
export async function listConnections(db: Db, user: UserId, now: Date): Promise<Connection[]> {
  const instant = now.toISOString()
  const access = db
    .selectFrom('access_token')
    .select(['client_id', 'created_at'])
    .where('user_id', '=', user)
    .where('expires_at', '>', instant)
  const refresh = db
    .selectFrom('refresh_token')
    .select(['client_id', 'created_at'])
    .where('user_id', '=', user)
    .where('expires_at', '>', instant)
    .where('spent_at', 'is', null)
  const rows = await db
    .selectFrom(access.unionAll(refresh).as('token'))
    .innerJoin('oauth_client', 'oauth_client.id', 'token.client_id')
    .select((select) => [
      'oauth_client.id',
      'oauth_client.name',
      select.fn.countAll<number | string>().as('tokens'),
      select.fn.max('token.created_at').as('last'),
    ])
    .groupBy(['oauth_client.id', 'oauth_client.name'])
    .orderBy('last', 'desc')
    .execute()
  return rows.map(({ id, name, tokens, last }) => ({
    clientId: Number(id) as ClientId,
    name,
    tokens: Number(tokens),
    lastTokenAt: last,
  }))
}

/**
 * Revokes all tokens of a client for the user.
 * @returns true if there were any
 */
export async function revokeConnection(
  { database }: { readonly database: Database },
  user: UserId,
  client: ClientId,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const access = await tx
      .deleteFrom('access_token')
      .where('user_id', '=', user)
      .where('client_id', '=', client)
      .returning('user_id')
      .execute()
    const refresh = await tx
      .deleteFrom('refresh_token')
      .where('user_id', '=', user)
      .where('client_id', '=', client)
      .returning('user_id')
      .execute()
    return access.length + refresh.length > 0
  })
}
