import type { Database } from '../db/database.ts'
import type { ClientId } from '../kernel/branded-ids.ts'
import { hashToken } from '../kernel/random-token.ts'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'
import type { Db } from '../db/schema.ts'
import { isDocumentAddress } from './apps/app-document.ts'
import { findApp, findConnection } from './apps/registered-app.repository.ts'
import { APP_GRANTS, parseAppId, type RegisteredApp } from './apps/registered-app.ts'
import { parsePublicId } from './client.ts'
import { OauthError } from './oauth-error.ts'

/** Id and secret of a client, as received. A missing secret is empty. */
export interface ClientCredentials {
  readonly id: string | undefined
  readonly secret: string
}

/** A client that a user has created, or an app that has registered or described itself. */
export type VerifiedClient =
  | { readonly kind: 'client'; readonly id: ClientId; readonly grants: readonly string[] }
  | { readonly kind: 'app'; readonly app: RegisteredApp; readonly grants: readonly string[] }

interface ClientRow {
  readonly id: number
  readonly secret_hash: Uint8Array
  readonly grants: string
}

/**
 * @returns a function that finds a client by its id. It throws OauthError `invalid_client` if the client does not exist
 *   or the secret is wrong. Registered apps have no secret.
 */
export function clientVerifier(database: Database): (credentials: ClientCredentials) => Promise<VerifiedClient> {
  const findClient = database.prepare<ClientRow>(
    'select id, secret_hash, grants from oauth_client where id = $1 and random_id = $2',
  )
  return async ({ id, secret }) => {
    if (!id) throw new OauthError(400, 'invalid_client', 'Client id was not found in the headers or body')
    if (parseAppId(id) || isDocumentAddress(id)) {
      const app = await database.read((db) => findApp(db, id))
      if (!app) throw wrongCredentials()
      return { kind: 'app', app, grants: APP_GRANTS }
    }
    const parsed = parsePublicId(id)
    const [row] = parsed ? await findClient.all(parsed.id, parsed.randomId) : []
    return verified(row, secret)
  }
}

function verified(row: ClientRow | undefined, secret: string): VerifiedClient {
  // The hash is also compared for an unknown client. Otherwise a faster response would reveal that the client does not
  // exist.
  const isRight = isTimingSafeEqual(row?.secret_hash ?? NOTHING, hashToken(secret))
  if (!row || !isRight) throw wrongCredentials()
  return { kind: 'client', id: row.id as ClientId, grants: JSON.parse(row.grants) as string[] }
}

const wrongCredentials = () => new OauthError(400, 'invalid_client', 'The client credentials are invalid')

/** @returns the key of the client in the counters of rate limits */
export function throttleKey(client: VerifiedClient): string {
  return client.kind === 'app' ? `app_${client.app.id}` : String(client.id)
}

/** @returns the client whose tokens the user has; undefined if the user has not connected the app */
export async function clientIdFor(db: Db, client: VerifiedClient, owner: number): Promise<ClientId | undefined> {
  return client.kind === 'client' ? client.id : findConnection(db, owner, client.app.id)
}

const NOTHING = new Uint8Array(32)
