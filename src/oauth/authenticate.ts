import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { batchLookups, type LookUp } from '../kernel/batch-lookups.ts'
import type { Clock } from '../kernel/clock.ts'
import { hashToken, ownerOfToken } from '../kernel/random-token.ts'
import { readScopes, type AppScope } from '../users/passwords/app-scopes.ts'
import { OauthError } from './oauth-error.ts'

/** The user who sends a request, read in the same query as the access token. */
export interface Viewer {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly isAdmin: boolean
  /** number of changes to the user's records so far; responses use it in their entity tags */
  readonly revision: number
  /** true if the client of the token receives complete answers (`OauthClient` explains them) */
  readonly hasCompleteAnswers: boolean
  /** what the token allows; all, unless it was issued for an app password with fewer scopes */
  readonly scopes: readonly AppScope[]
}

interface TokenRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly is_admin: number
  readonly revision: number
  readonly expires_at: string
  readonly has_complete_answers: number
  readonly scopes: string | null
}

const COLUMNS = `users.id, users.username, users.email, users.name, users.is_admin, user_revision.revision,
    access_token.expires_at, access_token.scopes, oauth_client.has_complete_answers`

const JOINS = `
  join users on users.id = access_token.user_id
  join user_revision on user_revision.user_id = access_token.user_id
  join oauth_client on oauth_client.id = access_token.client_id`

const FIND = `select ${COLUMNS} from access_token ${JOINS}
  where access_token.user_id = $1 and access_token.token_hash = $2 and users.is_enabled = 1`

/**
 * Looks up several tokens in one query. Only PostgreSQL uses this query, because there each query is a round trip to
 * the server.
 */
const FIND_MANY = `select asked.token, ${COLUMNS}
  from json_to_recordset($1::json) as asked(token text, owner bigint, hash text)
  join access_token on access_token.user_id = asked.owner and access_token.token_hash = decode(asked.hash, 'hex') ${JOINS}
  where users.is_enabled = 1`

export type Authenticate = (token: string) => Viewer | Promise<Viewer>

interface ValidToken {
  readonly viewer: Viewer
  readonly expiresAt: string
}

/** Maximum number of cached tokens; further tokens are not cached. Any write to the database clears the cache. */
const MAX_CACHED = 10_000

/**
 * @returns a function that finds the owner of a bearer token. For an invalid or expired token, it throws OauthError 401
 *   with the message of the wallabag contract. On SQLite, it caches results until the next write to the database.
 */
export function authenticator({ database, clock }: AuthenticatorDeps): Authenticate {
  const find = tokenFinder(database)
  const cache = new Map<string, ValidToken>()
  let version: number | undefined
  return (token) => {
    const versionBefore = database.version()
    if (versionBefore !== version) cache.clear()
    version = versionBefore
    const cached = cache.get(token)
    if (cached) return refuseExpired(cached, clock)
    return find(token).then((found) => {
      // Compares with the version before the query. `version` may already be a newer one, set by a call in between.
      const isCurrent = versionBefore !== undefined && database.version() === versionBefore
      if (isCurrent && cache.size < MAX_CACHED) cache.set(token, found)
      return refuseExpired(found, clock)
    })
  }
}

interface AuthenticatorDeps {
  readonly database: Database
  readonly clock: Clock
}

function tokenFinder(database: Database): (token: string) => Promise<ValidToken> {
  const findOne = oneFinder(database)
  const find = database.dialect === 'postgres' ? batchLookups(manyFinder(database, findOne)) : findOne
  return async (token) => {
    const row = ownerOfToken(token) === undefined ? undefined : await find(token)
    if (!row) throw new OauthError(401, 'invalid_grant', 'The access token provided is invalid.')
    const { id, username, email, name, revision } = row
    const flags = { isAdmin: row.is_admin === 1, hasCompleteAnswers: row.has_complete_answers === 1 }
    const viewer = { id: id as UserId, username, email, name, ...flags, revision, scopes: readScopes(row.scopes) }
    return { viewer, expiresAt: row.expires_at }
  }
}

type FindOne = (token: string) => Promise<TokenRow | undefined>

function oneFinder(database: Database): FindOne {
  const find = database.prepare<TokenRow>(FIND)
  return async (token) => (await find.all(ownerOfToken(token)!, hashToken(token)))[0]
}

function manyFinder(database: Database, findOne: FindOne): LookUp<string, TokenRow> {
  const find = database.prepare<TokenRow & { readonly token: string }>(FIND_MANY)
  return async (tokens) => {
    if (tokens.length === 1) {
      const row = await findOne(tokens[0]!)
      return new Map(row && [[tokens[0]!, row]])
    }
    const asked = tokens.map((token) => ({
      token,
      owner: ownerOfToken(token),
      hash: Buffer.from(hashToken(token)).toString('hex'),
    }))
    return new Map((await find.all(JSON.stringify(asked))).map((row) => [row.token, row]))
  }
}

function refuseExpired({ viewer, expiresAt }: ValidToken, clock: Clock): Viewer {
  if (Date.parse(expiresAt) > clock.now().getTime()) return viewer
  throw new OauthError(401, 'invalid_grant', 'The access token provided has expired.')
}
