import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { RegisteredAppTable } from '../../db/tables/oauth-tables.ts'
import type { AppId, ClientId, UserId } from '../../kernel/branded-ids.ts'
import { randomBase36 } from '../../kernel/random-token.ts'
import { isDocumentAddress } from './app-document.ts'
import { APP_GRANTS, parseAppId, type RegisteredApp } from './registered-app.ts'

/** Length of the random part of an app's id. */
const ID_CHARACTERS = 32

interface NewApp {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly now: string
  readonly expiresAt: string
  /** address of the document in which the app describes itself; absent for an app that registers */
  readonly documentUrl?: string
}

/** Stores an app. If one with the same document is known, only what the document says is replaced. */
export async function insertApp(tx: Tx, app: NewApp): Promise<RegisteredApp> {
  const described = { name: app.name, redirect_uris: JSON.stringify(app.redirectUris) }
  const read = app.documentUrl === undefined ? {} : { document_url: app.documentUrl, read_at: app.now }
  const row = await tx
    .insertInto('registered_app')
    .values({
      random_id: randomBase36(ID_CHARACTERS),
      ...described,
      ...read,
      created_at: app.now,
      expires_at: app.expiresAt,
    })
    .onConflict((conflict) => conflict.column('document_url').doUpdateSet({ ...described, ...read }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toApp(row)
}

/** @returns the app with this `client_id`; undefined if there is none */
export async function findApp(db: Db, publicId: string): Promise<RegisteredApp | undefined> {
  const parsed = parseAppId(publicId)
  if (!parsed && !isDocumentAddress(publicId)) return undefined
  const query = db.selectFrom('registered_app').selectAll()
  const row = await (
    parsed
      ? query.where('id', '=', parsed.id).where('random_id', '=', parsed.randomId)
      : query.where('document_url', '=', publicId)
  ).executeTakeFirst()
  return row && toApp(row)
}

/** @returns the app with this id */
export async function appOf(db: Db, id: number): Promise<RegisteredApp> {
  return toApp(await db.selectFrom('registered_app').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
}

/**
 * @param expiringBefore counts only the apps that will be deleted by then, which leaves out those that a user has connected
 *   and disconnected lately
 * @returns the number of apps that no user has connected
 */
export async function countUnusedApps(db: Db, expiringBefore: string): Promise<number> {
  const { count } = await db
    .selectFrom('registered_app as app')
    .leftJoin('oauth_client as client', 'client.app_id', 'app.id')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('client.id', 'is', null)
    .where('app.expires_at', '<=', expiringBefore)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface AppUse {
  readonly now: string
  /** time until which the app is kept after its last user has disconnected it */
  readonly keptUntil: string
}

/**
 * Connects a user with an app, unless they are connected.
 * @returns the client that gets the tokens of this user
 */
export async function connectApp(
  tx: Tx,
  owner: UserId,
  { id, name, redirectUris }: RegisteredApp,
  { now, keptUntil }: AppUse,
): Promise<ClientId> {
  await tx.updateTable('registered_app').set({ expires_at: keptUntil }).where('id', '=', id).execute()
  const row = await tx
    .insertInto('oauth_client')
    .values({
      user_id: owner,
      app_id: id,
      random_id: randomBase36(ID_CHARACTERS),
      // The hash of no known secret, so that the client cannot be used without the app.
      secret_hash: randomBytes(32),
      secret_sealed: new Uint8Array(),
      name,
      redirect_uris: JSON.stringify(redirectUris),
      grants: JSON.stringify(APP_GRANTS),
      created_at: now,
      has_complete_answers: 1,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'app_id']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id as ClientId
}

/** @returns the client with which the user has connected the app; undefined if they are not connected */
export async function findConnection(db: Db, owner: number, app: AppId): Promise<ClientId | undefined> {
  const row = await db
    .selectFrom('oauth_client')
    .select('id')
    .where('user_id', '=', owner)
    .where('app_id', '=', app)
    .executeTakeFirst()
  return row && (Number(row.id) as ClientId)
}

/** Deletes expired codes, the connections that have no tokens left, and the expired apps without connections. */
export async function deleteUnusedApps(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('authorization_code').where('expires_at', '<', now).execute()
  await tx.deleteFrom('device_code').where('expires_at', '<', now).execute()
  await tx
    .deleteFrom('oauth_client as client')
    .where('client.app_id', 'is not', null)
    .where(({ and, not, exists, selectFrom }) =>
      and(
        (['access_token', 'refresh_token', 'authorization_code'] as const).map((table) =>
          not(exists(selectFrom(table).select('client_id').whereRef('client_id', '=', 'client.id'))),
        ),
      ),
    )
    .execute()
  await tx
    .deleteFrom('registered_app as app')
    .where('app.expires_at', '<', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth_client').select('id').whereRef('app_id', '=', 'app.id'))),
    )
    .execute()
}

function toApp(row: Selectable<RegisteredAppTable>): RegisteredApp {
  return {
    id: row.id as AppId,
    publicId: row.document_url ?? `app_${row.id}_${row.random_id}`,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAt: row.created_at,
    readAt: row.read_at,
  }
}
