import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import { APP_SCOPES, readScopes, type AppScope } from '../users/passwords/app-scopes.ts'

/** A client with valid tokens for a user. Another user may have created it. */
export interface Connection {
  readonly clientId: ClientId
  readonly name: string
  /** what its tokens allow */
  readonly scopes: readonly AppScope[]
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
    .select(['client_id', 'created_at', 'scopes'])
    .where('user_id', '=', user)
    .where('expires_at', '>', instant)
  const refresh = db
    .selectFrom('refresh_token')
    .select(['client_id', 'created_at', 'scopes'])
    .where('user_id', '=', user)
    .where('expires_at', '>', instant)
    .where('spent_at', 'is', null)
  const rows = await db
    .selectFrom(access.unionAll(refresh).as('token'))
    .innerJoin('oauth_client', 'oauth_client.id', 'token.client_id')
    .select((select) => [
      'oauth_client.id',
      'oauth_client.name',
      'token.scopes',
      select.fn.countAll<number | string>().as('tokens'),
      select.fn.max('token.created_at').as('last'),
    ])
    .groupBy(['oauth_client.id', 'oauth_client.name', 'token.scopes'])
    .orderBy('last', 'desc')
    .execute()
  const connections = new Map<number, Connection>()
  for (const { id, name, scopes, tokens, last } of rows) {
    const clientId = Number(id) as ClientId
    const one = { clientId, name, scopes: readScopes(scopes), tokens: Number(tokens), lastTokenAt: last }
    connections.set(clientId, joined(connections.get(clientId), one))
  }
  return [...connections.values()]
}

/** @returns one connection for the tokens of a client with different scopes; `latest` has the later tokens */
function joined(latest: Connection | undefined, other: Connection): Connection {
  if (!latest) return other
  const scopes = APP_SCOPES.filter((scope) => [latest, other].some((one) => one.scopes.includes(scope)))
  return { ...latest, scopes, tokens: latest.tokens + other.tokens }
}

/**
 * Revokes all tokens of a client for the user, and the codes that could be exchanged for tokens.
 * @returns true if there were any
 */
export async function revokeConnection(
  { database }: { readonly database: Database },
  user: UserId,
  client: ClientId,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.deleteFrom('authorization_code').where('user_id', '=', user).where('client_id', '=', client).execute()
    await tx
      .deleteFrom('device_code')
      .where('decided_by', '=', user)
      .where('app_id', 'in', (db) => db.selectFrom('oauth_client').select('app_id').where('id', '=', client))
      .execute()
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
